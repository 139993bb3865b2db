-- By which transaction a row of figures was last written, so that a server that has read them all reads those alone that
-- others have written since (decision 132). Null of what was written before.
ALTER TABLE station_figures ADD COLUMN changed xid8;
CREATE INDEX station_figures_changed ON station_figures (changed);

-- A server of the version before writes rows, too.
CREATE FUNCTION station_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER station_figures_changed BEFORE INSERT OR UPDATE ON station_figures
  FOR EACH ROW EXECUTE FUNCTION station_figures_changed();
