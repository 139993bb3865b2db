-- Figures of stations that are kept, so that a list of thousands reads a row a station and no device (decision 132).
-- May be emptied at any time: what is not there is computed.
CREATE TABLE station_figures (
  station_id uuid PRIMARY KEY REFERENCES station (id),
  form smallint NOT NULL,                     -- another one is not read
  at timestamptz NOT NULL,                    -- computed for this instant
  until timestamptz NOT NULL,                 -- and the same before this one, unless there is a mark; -infinity: not kept
  figures json NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX station_figures_until ON station_figures (until);

-- Something changed that figures are computed from, written with the change. Only ever added, so that nobody waits for
-- whoever computes; taken out by whoever has read them before computing.
CREATE TABLE station_mark (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Alarms and orders of the whole installation, deleted stations with them, as a sum of rows: only ever added, too, and
-- made one again by a job.
CREATE TABLE alarm_total (level smallint NOT NULL, status text NOT NULL, n integer NOT NULL);
CREATE TABLE order_total (status text NOT NULL, n integer NOT NULL);

-- As the owner: servers of the version before write the tables below and know none of the ones above.
CREATE FUNCTION station_mark_station() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION station_mark_stations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id) SELECT DISTINCT station_id FROM fresh;
  RETURN NULL;
END $$;
CREATE FUNCTION station_mark_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id)
  SELECT DISTINCT d.station_id FROM fresh f JOIN device d ON d.no = f.device_no;
  RETURN NULL;
END $$;
CREATE FUNCTION station_mark_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id) SELECT d.station_id FROM device d WHERE d.id = coalesce(NEW.device_id, OLD.device_id);
  RETURN NULL;
END $$;
CREATE FUNCTION station_mark_targets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id)
  SELECT DISTINCT c.station_id FROM fresh f JOIN command c ON c.id = f.command_id;
  RETURN NULL;
END $$;

CREATE TRIGGER station_mark_insert AFTER INSERT ON station FOR EACH ROW EXECUTE FUNCTION station_mark_station();
CREATE TRIGGER station_mark_update
  AFTER UPDATE OF time_zone, report_min, latitude, north, longitude, east, deleted_at ON station
  FOR EACH ROW EXECUTE FUNCTION station_mark_station();

CREATE TRIGGER station_mark_insert AFTER INSERT ON device REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON device REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
-- One that moves was at another station.
CREATE TRIGGER station_mark_moved AFTER UPDATE ON device REFERENCING OLD TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();

-- What the intake counts of a gateway changes nothing.
CREATE TRIGGER station_mark_insert AFTER INSERT OR DELETE ON gateway_link FOR EACH ROW EXECUTE FUNCTION station_mark_link();
CREATE TRIGGER station_mark_update AFTER UPDATE OF connected, birth_at, gone_at ON gateway_link FOR EACH ROW
  WHEN (OLD.connected IS DISTINCT FROM NEW.connected OR OLD.birth_at IS DISTINCT FROM NEW.birth_at
        OR OLD.gone_at IS DISTINCT FROM NEW.gone_at)
  EXECUTE FUNCTION station_mark_link();

CREATE TRIGGER station_mark_insert AFTER INSERT ON energy_day REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_numbers();
CREATE TRIGGER station_mark_update AFTER UPDATE ON energy_day REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_numbers();
CREATE TRIGGER station_mark_delete AFTER DELETE ON energy_day REFERENCING OLD TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_numbers();

CREATE TRIGGER station_mark_insert AFTER INSERT ON alarm_tally REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON alarm_tally REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();

CREATE TRIGGER station_mark_insert AFTER INSERT ON power_limit REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON power_limit REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_delete AFTER DELETE ON power_limit REFERENCING OLD TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();

CREATE TRIGGER station_mark_insert AFTER INSERT ON command REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON command REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_insert AFTER INSERT ON command_target REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_targets();
CREATE TRIGGER station_mark_update AFTER UPDATE ON command_target REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_targets();

CREATE FUNCTION alarm_total_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO alarm_total (level, status, n) SELECT level, status, sum(n) FROM fresh GROUP BY 1, 2 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_total_insert AFTER INSERT ON alarm_tally REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_total_insert();
CREATE FUNCTION alarm_total_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO alarm_total (level, status, n)
  SELECT level, status, sum(n)
    FROM (SELECT level, status, n FROM fresh UNION ALL SELECT level, status, -n FROM stale) AS moved
   GROUP BY 1, 2 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_total_update AFTER UPDATE ON alarm_tally REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_total_update();

CREATE FUNCTION order_total_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO order_total (status, n) SELECT status, sum(n) FROM fresh GROUP BY 1 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER order_total_insert AFTER INSERT ON order_tally REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION order_total_insert();
CREATE FUNCTION order_total_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO order_total (status, n)
  SELECT status, sum(n) FROM (SELECT status, n FROM fresh UNION ALL SELECT status, -n FROM stale) AS moved
   GROUP BY 1 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER order_total_update AFTER UPDATE ON order_tally REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION order_total_update();

-- With the triggers nobody writes these tables until this is committed.
INSERT INTO station_mark (station_id) SELECT id FROM station WHERE deleted_at IS NULL;
INSERT INTO alarm_total (level, status, n) SELECT level, status, sum(n) FROM alarm_tally GROUP BY 1, 2 HAVING sum(n) <> 0;
INSERT INTO order_total (status, n) SELECT status, sum(n) FROM order_tally GROUP BY 1 HAVING sum(n) <> 0;

-- What counts of deleted stations is taken off again.
CREATE INDEX station_deleted ON station (id) WHERE deleted_at IS NOT NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['station_mark_station', 'station_mark_stations', 'station_mark_numbers', 'station_mark_link',
    'station_mark_targets', 'alarm_total_insert', 'alarm_total_update', 'order_total_insert', 'order_total_update'] LOOP
    EXECUTE format('ALTER FUNCTION %I() SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
