-- The name that the program gave an order, in each language; null where a person named it.
ALTER TABLE work_order ADD COLUMN names jsonb;

-- All that it is called, to be found by.
ALTER TABLE work_order ADD COLUMN called text GENERATED ALWAYS AS
  (name || E'\n' || coalesce(names ->> 'en', '') || E'\n' || coalesce(names ->> 'zh_CN', '')) STORED;
DO $$
BEGIN
  CREATE INDEX work_order_called_part ON work_order USING gin (called gin_trgm_ops);
  DROP INDEX IF EXISTS work_order_name_part;
EXCEPTION WHEN undefined_file OR insufficient_privilege OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'no pg_trgm here: parts of names are looked for row by row';
END $$;
