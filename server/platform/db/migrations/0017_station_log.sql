-- The log of a station ------------------------------------------------------------------------------------------
-- Where something was done stands in the row, as it was then: the log of a station is read in order from an index,
-- however long the log of the installation is, and a device that moved on tells the next station nothing.
ALTER TABLE audit ADD COLUMN station_id uuid;

-- null: it was not done at a station, or nobody knows at which.
CREATE FUNCTION audit_station_of(kind text, object text, detail jsonb) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  uuid_form CONSTANT text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  found uuid;
BEGIN
  IF object ~ uuid_form THEN
    CASE kind
      WHEN 'station' THEN RETURN object::uuid;
      WHEN 'device', 'gateway' THEN SELECT o.station_id INTO found FROM device o WHERE o.id = object::uuid;
      WHEN 'string' THEN SELECT o.station_id INTO found FROM string o WHERE o.id = object::uuid;
      WHEN 'area' THEN SELECT o.station_id INTO found FROM array_area o WHERE o.id = object::uuid;
      WHEN 'place' THEN SELECT o.station_id INTO found FROM place o WHERE o.id = object::uuid;
      WHEN 'file' THEN SELECT o.station_id INTO found FROM file o WHERE o.id = object::uuid;
      WHEN 'alarm' THEN SELECT o.station_id INTO found FROM alarm o WHERE o.id = object::uuid;
      WHEN 'order' THEN SELECT o.station_id INTO found FROM work_order o WHERE o.id = object::uuid;
      WHEN 'control' THEN SELECT o.station_id INTO found FROM control o WHERE o.id = object::uuid;
      WHEN 'upgrade_task' THEN SELECT o.station_id INTO found FROM upgrade_task o WHERE o.id = object::uuid;
      ELSE NULL;
    END CASE;
  END IF;
  IF found IS NULL AND detail ->> 'stationId' ~ uuid_form THEN
    found := (detail ->> 'stationId')::uuid;
  END IF;
  RETURN found;
END $$;

UPDATE audit SET station_id = audit_station_of(object_kind, object_id, detail)
 WHERE object_kind IS NOT NULL OR detail ? 'stationId';

CREATE FUNCTION audit_station() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.station_id := audit_station_of(NEW.object_kind, NEW.object_id, NEW.detail);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_station BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.station_id IS NULL)
  EXECUTE FUNCTION audit_station();

CREATE INDEX audit_station ON audit (station_id, at DESC, id DESC) WHERE station_id IS NOT NULL;
CREATE INDEX audit_time ON audit (at DESC, id DESC);
CREATE INDEX audit_refused ON audit (at DESC, id DESC) WHERE result <> 'done';
DROP INDEX audit_company;
CREATE INDEX audit_company ON audit (company_id, at DESC, id DESC);
CREATE INDEX audit_company_refused ON audit (company_id, at DESC, id DESC) WHERE result <> 'done';
