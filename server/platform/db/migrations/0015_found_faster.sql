-- Alarms of some stations by kind of device: gateways are one device in fifty -----------------------------------------
CREATE INDEX alarm_station_kind ON alarm (station_id, device_kind, rank, occurred_at DESC, id DESC);

-- What people switched and held down at a station: rules ask at every step.
CREATE INDEX command_acts ON command (station_id) WHERE op IN ('switch', 'limit');

-- Parts of serials and names by trigrams. A PostgreSQL that does not bring the extension, or does not let us have it,
-- finds the same by looking at every row.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX device_sn_part ON device USING gin (sn_key gin_trgm_ops);
  CREATE INDEX device_name_part ON device USING gin (name gin_trgm_ops);
  CREATE INDEX work_order_name_part ON work_order USING gin (name gin_trgm_ops);
EXCEPTION WHEN undefined_file OR insufficient_privilege OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'no pg_trgm here: parts of names are looked for row by row';
END $$;
