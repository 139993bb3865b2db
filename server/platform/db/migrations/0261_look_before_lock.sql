-- A packed day's partition is full of dead rows, which a look for one that lives has to pass: nobody waits for that look.
-- First without a lock (it also clears the dead away), then, quickly, while nobody may add one, then nobody may look.
CREATE OR REPLACE FUNCTION reading_day_empty(day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  part CONSTANT text := 'reading_' || to_char(day, 'YYYYMMDD');
  found boolean;
BEGIN
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading'::regclass AND c.relname = part;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO found;
  IF found THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE %I IN SHARE MODE NOWAIT', part);
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO found;
  IF found THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE NOWAIT', part);
  EXECUTE format('TRUNCATE %I', part);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

-- What replaces a function takes its settings away, not its rights.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION reading_day_empty(date) SET search_path = %I, pg_temp', current_schema());
  ALTER FUNCTION reading_day_empty(date) SET plan_cache_mode = force_custom_plan;
END $$;
