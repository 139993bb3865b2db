-- Order numbers of a company ------------------------------------------------------------------------------------------
-- Numbers ran through all companies, so that each could read from its own how many orders the others make. Every order
-- keeps its number. A server of an older version goes on with work_order_number; it says nothing of the company.
ALTER TABLE work_order ADD COLUMN company_id uuid REFERENCES company;
UPDATE work_order o SET company_id = s.company_id FROM station s WHERE s.id = o.station_id;
ALTER TABLE work_order ALTER COLUMN company_id SET NOT NULL;

CREATE FUNCTION work_order_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.company_id INTO NEW.company_id FROM station s WHERE s.id = NEW.station_id;
  RETURN NEW;
END $$;
CREATE TRIGGER work_order_company BEFORE INSERT ON work_order FOR EACH ROW WHEN (NEW.company_id IS NULL)
  EXECUTE FUNCTION work_order_company();

ALTER TABLE work_order DROP CONSTRAINT work_order_no_key;
CREATE UNIQUE INDEX work_order_company_no ON work_order (company_id, no);
CREATE INDEX work_order_no ON work_order (no);

-- One running number a company and local date. It begins behind what the company has of that date.
CREATE TABLE company_order_number (
  company_id uuid NOT NULL REFERENCES company,
  day text NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (company_id, day)
);
