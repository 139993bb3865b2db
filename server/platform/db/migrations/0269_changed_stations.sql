-- By which transaction a station, or the name of a company, was last written, so that a server that has read all stations
-- reads those alone that others have written since (decision 136). Null of what was written before.
ALTER TABLE station ADD COLUMN changed xid8;
CREATE INDEX station_changed ON station (changed);
ALTER TABLE company ADD COLUMN changed xid8;
CREATE INDEX company_changed ON company (changed);

-- How often rows were taken out of tables that servers have in mind: who has read them then reads them all again.
CREATE TABLE rows_taken (
  of_table text PRIMARY KEY,
  times bigint NOT NULL
);

-- A server of the version before writes and takes out rows, too.
CREATE FUNCTION row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER station_changed BEFORE INSERT OR UPDATE ON station FOR EACH ROW EXECUTE FUNCTION row_changed();
CREATE TRIGGER company_changed BEFORE INSERT OR UPDATE OF name ON company FOR EACH ROW EXECUTE FUNCTION row_changed();

-- As the owner: whoever takes rows out needs no right to say so.
CREATE FUNCTION rows_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO rows_taken AS r SELECT TG_TABLE_NAME, 1 WHERE EXISTS (SELECT FROM stale)
  ON CONFLICT (of_table) DO UPDATE SET times = r.times + 1;
  RETURN NULL;
END $$;
CREATE FUNCTION rows_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO rows_taken AS r VALUES (TG_TABLE_NAME, 1) ON CONFLICT (of_table) DO UPDATE SET times = r.times + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER station_deleted AFTER DELETE ON station REFERENCING OLD TABLE AS stale
  FOR EACH STATEMENT EXECUTE FUNCTION rows_deleted();
CREATE TRIGGER station_truncated AFTER TRUNCATE ON station FOR EACH STATEMENT EXECUTE FUNCTION rows_truncated();
CREATE TRIGGER station_figures_deleted AFTER DELETE ON station_figures REFERENCING OLD TABLE AS stale
  FOR EACH STATEMENT EXECUTE FUNCTION rows_deleted();
CREATE TRIGGER station_figures_truncated AFTER TRUNCATE ON station_figures
  FOR EACH STATEMENT EXECUTE FUNCTION rows_truncated();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['rows_deleted', 'rows_truncated'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
