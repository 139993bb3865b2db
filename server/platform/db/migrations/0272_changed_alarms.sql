-- By which transaction an alarm was last written, so that a server that has read all open ones reads those alone that
-- others have written since (decision 140). Null of what was written before.
ALTER TABLE alarm ADD COLUMN changed xid8;
CREATE INDEX alarm_changed ON alarm (changed) WHERE changed IS NOT NULL;

-- A server of the version before writes alarms, too.
CREATE FUNCTION alarm_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER alarm_changed BEFORE INSERT OR UPDATE ON alarm FOR EACH ROW EXECUTE FUNCTION alarm_changed();

-- What trouble at a device costs follows also from who looks into the same sky: the place that a device hangs in, and what
-- was learned of the course of its days. Both mark the station as its other tables do (decision 132).
CREATE FUNCTION station_mark_hung() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id)
  SELECT DISTINCT d.station_id FROM fresh f JOIN device d ON d.id = f.device_id;
  RETURN NULL;
END $$;
CREATE TRIGGER station_mark_insert AFTER INSERT ON place_device REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_hung();
CREATE TRIGGER station_mark_update AFTER UPDATE ON place_device REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_hung();

CREATE FUNCTION station_mark_courses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id)
  SELECT DISTINCT d.station_id FROM fresh f JOIN device d ON d.id = f.device_id WHERE f.kind = 'courses';
  RETURN NULL;
END $$;
CREATE TRIGGER station_mark_insert AFTER INSERT ON analysis_memory REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_courses();
CREATE TRIGGER station_mark_update AFTER UPDATE ON analysis_memory REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_courses();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['station_mark_hung', 'station_mark_courses'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
