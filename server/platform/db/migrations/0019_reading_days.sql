-- Days of readings, made and dropped by those who do not own the tables ----------------------------------------------
-- Everyday work has no right to make, change or drop a table. These two do it for it, as the owner, and nothing else.
-- The day's table is made first and attached after, because attaching lets others go on reading and writing meanwhile;
-- the check spares the attaching its look through the rows and says nothing new afterwards.
CREATE FUNCTION reading_day_make(day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  part CONSTANT text := 'reading_' || to_char(day, 'YYYYMMDD');
  begins CONSTANT timestamptz := day::timestamp AT TIME ZONE 'UTC';
  ends CONSTANT timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading'::regclass AND c.relname = part;
  IF FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE reading INCLUDING DEFAULTS INCLUDING INDEXES, CONSTRAINT %I CHECK (ts >= %L AND ts < %L))',
                 part, part || '_day', begins, ends);
  EXECUTE format('ALTER TABLE reading ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, begins, ends);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, part || '_day');
  RETURN true;
END $$;

-- A year's readings are there for whoever looks, whatever anybody asks of this: no retention is shorter.
CREATE FUNCTION reading_day_drop(day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  part CONSTANT text := 'reading_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF day > (now() AT TIME ZONE 'UTC')::date - 366 THEN
    RAISE insufficient_privilege USING MESSAGE = 'readings of the last 366 days are not dropped';
  END IF;
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading'::regclass AND c.relname = part;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', part);
  RETURN true;
END $$;

-- Names in them mean the owner's tables, never a temporary table of whoever calls.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION reading_day_make(date) SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION reading_day_drop(date) SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION reading_day_make(date), reading_day_drop(date) FROM PUBLIC;
