-- The log of a company ------------------------------------------------------------------------------------------------
-- An entry belongs to the company of what it is about, whoever did it. What was not found stays with whoever looked for
-- it: it may be somebody else's.
CREATE FUNCTION audit_company_of(kind text, object text, detail jsonb, result text, actor uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  uuid_form CONSTANT text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  found_company uuid;
  station uuid;
BEGIN
  IF result = 'not_found' THEN RETURN actor; END IF;
  IF object ~ uuid_form THEN
    CASE kind
      WHEN 'account' THEN SELECT o.company_id INTO found_company FROM account o WHERE o.id = object::uuid;
      WHEN 'company' THEN SELECT o.id INTO found_company FROM company o WHERE o.id = object::uuid;
      WHEN 'package' THEN SELECT o.company_id INTO found_company FROM firmware_package o WHERE o.id = object::uuid;
      WHEN 'webhook' THEN SELECT o.company_id INTO found_company FROM webhook o WHERE o.id = object::uuid;
      WHEN 'upgrade' THEN SELECT s.company_id INTO found_company FROM upgrade_task o JOIN station s ON s.id = o.station_id
                           WHERE o.upgrade_id = object::uuid ORDER BY o.id LIMIT 1;
      WHEN 'command' THEN SELECT s.company_id INTO found_company FROM command o JOIN station s ON s.id = o.station_id
                           WHERE o.id = object::uuid;
      ELSE station := audit_station_of(kind, object, detail);
    END CASE;
    -- Of an object that is there: none is none, and then it is the installation's.
    IF FOUND AND station IS NULL AND kind IN ('account', 'company', 'package', 'webhook', 'upgrade', 'command') THEN
      RETURN found_company;
    END IF;
  ELSIF detail ? 'stationId' THEN
    station := audit_station_of(kind, object, detail);
  END IF;
  IF station IS NOT NULL THEN
    SELECT o.company_id INTO found_company FROM station o WHERE o.id = station;
    IF FOUND THEN RETURN found_company; END IF;
  END IF;
  RETURN actor;
END $$;

-- What stood with the company of whoever did it.
UPDATE audit SET company_id = audit_company_of(object_kind, object_id, detail, result, company_id)
 WHERE object_kind IN ('account', 'company', 'package', 'webhook', 'upgrade');
UPDATE audit SET company_id = audit_company_of(object_kind, object_id, detail, result, company_id)
 WHERE result <> 'done' AND object_kind IS NOT NULL AND object_kind <> 'serial'
   AND account_id IN (SELECT id FROM account WHERE role = 'administrator');
UPDATE audit SET company_id = NULL
 WHERE action = 'registry.import'
    OR (action = 'package.upload' AND result <> 'done'
        AND account_id IN (SELECT id FROM account WHERE role = 'administrator'));
