-- Figures of a station tell the energy of its inverters (decision 132): a day of an optimizer marks no station any more. In a
-- large installation those are nearly all days that are written, and each station was computed two or three times a report.
CREATE OR REPLACE FUNCTION station_mark_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO station_mark (station_id)
  SELECT DISTINCT d.station_id FROM fresh f JOIN device d ON d.no = f.device_no WHERE d.kind = 'inverter';
  RETURN NULL;
END $$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION station_mark_numbers() SET search_path = %I, pg_temp', current_schema());
END $$;
