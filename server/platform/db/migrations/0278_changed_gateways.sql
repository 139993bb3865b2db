-- Of which gateways anything was written that the intake keeps in mind: their rows, those of their children, where their
-- station lies and how often it reports, how far their clock is off; and by which transaction. A server that has read
-- gateways reads these rows of the transactions since, instead of asking of every device it hears of (decision 146). Rows
-- are only ever added, in the same commit, and dropped after a day.
CREATE TABLE gateway_change (
  changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  gateway_id uuid NOT NULL
);
CREATE INDEX gateway_change_changed ON gateway_change (changed);

-- As the owner: servers of the version before write the tables below and know nothing of this one.
CREATE FUNCTION gateway_change_devices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO gateway_change (gateway_id)
  SELECT DISTINCT id FROM (
    SELECT gateway_id AS id FROM fresh UNION ALL SELECT id FROM fresh WHERE kind = 'gateway') AS found
   WHERE id IS NOT NULL;
  RETURN NULL;
END $$;
-- One that moves was behind another gateway.
CREATE FUNCTION gateway_change_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO gateway_change (gateway_id)
  SELECT DISTINCT of.id FROM fresh f JOIN stale s ON s.no = f.no
   CROSS JOIN LATERAL (VALUES (f.gateway_id), (s.gateway_id), (CASE WHEN 'gateway' IN (f.kind, s.kind) THEN f.id END)) AS of(id)
   WHERE of.id IS NOT NULL
     AND (f.id, f.sn_key, f.station_id, f.gateway_id, f.kind, f.rated_w, f.shown_w, f.removed_at)
         IS DISTINCT FROM (s.id, s.sn_key, s.station_id, s.gateway_id, s.kind, s.rated_w, s.shown_w, s.removed_at);
  RETURN NULL;
END $$;
CREATE FUNCTION gateway_change_station() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO gateway_change (gateway_id) SELECT id FROM device WHERE station_id = NEW.id AND kind = 'gateway';
  RETURN NULL;
END $$;
CREATE FUNCTION gateway_change_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO gateway_change (gateway_id) VALUES (coalesce(NEW.device_id, OLD.device_id));
  RETURN NULL;
END $$;

CREATE TRIGGER gateway_change_insert AFTER INSERT ON device REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION gateway_change_devices();
CREATE TRIGGER gateway_change_update AFTER UPDATE ON device REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION gateway_change_moved();
CREATE TRIGGER gateway_change_delete AFTER DELETE ON device REFERENCING OLD TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION gateway_change_devices();

CREATE TRIGGER gateway_change_update AFTER UPDATE ON station FOR EACH ROW
  WHEN ((OLD.report_min, OLD.latitude, OLD.north, OLD.longitude, OLD.east)
        IS DISTINCT FROM (NEW.report_min, NEW.latitude, NEW.north, NEW.longitude, NEW.east))
  EXECUTE FUNCTION gateway_change_station();

-- What comes and goes with a connection is not kept in mind.
CREATE TRIGGER gateway_change_insert AFTER INSERT ON gateway_link FOR EACH ROW
  WHEN (NEW.clock_offset_ms IS NOT NULL) EXECUTE FUNCTION gateway_change_link();
CREATE TRIGGER gateway_change_update AFTER UPDATE ON gateway_link FOR EACH ROW
  WHEN (OLD.clock_offset_ms IS DISTINCT FROM NEW.clock_offset_ms) EXECUTE FUNCTION gateway_change_link();
CREATE TRIGGER gateway_change_delete AFTER DELETE ON gateway_link FOR EACH ROW
  WHEN (OLD.clock_offset_ms IS NOT NULL) EXECUTE FUNCTION gateway_change_link();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['gateway_change_devices', 'gateway_change_moved', 'gateway_change_station',
                              'gateway_change_link'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
