-- Rules of our own ------------------------------------------------------------------------------------------------
-- What each rule remembers of one instance of one code on one device between two runs: evidence, not yet an alarm.
CREATE TABLE rule_state (
  device_id uuid NOT NULL REFERENCES device ON DELETE CASCADE,
  code text NOT NULL,
  instance text NOT NULL,
  rule text NOT NULL,
  station_id uuid NOT NULL REFERENCES station,
  bad_ms bigint NOT NULL,
  good_ms bigint NOT NULL,
  active boolean NOT NULL,                    -- it has raised an alarm
  since timestamptz NOT NULL,                 -- the first of the bad facts
  as_of timestamptz NOT NULL,                 -- the newest fact that was counted
  readings jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (device_id, code, instance)
);
CREATE INDEX rule_state_station ON rule_state (station_id);

-- What was learned of an inverter: usual shares of its trackers, its counter when it was last believed.
CREATE TABLE rule_memory (
  device_id uuid PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  learned jsonb NOT NULL
);

-- What a company, or one of its stations, wants otherwise than usual.
CREATE TABLE rule_setting (
  company_id uuid REFERENCES company,
  station_id uuid REFERENCES station,
  rule text NOT NULL,
  enabled boolean,                            -- null = as the company, or as usual
  threshold double precision,
  changed_by uuid REFERENCES account,
  changed_at timestamptz NOT NULL,
  CHECK ((company_id IS NULL) <> (station_id IS NULL))
);
CREATE UNIQUE INDEX rule_setting_company ON rule_setting (company_id, rule) WHERE station_id IS NULL;
CREATE UNIQUE INDEX rule_setting_station ON rule_setting (station_id, rule) WHERE company_id IS NULL;

-- How far the collection has come; one row.
CREATE TABLE rule_collection (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  done_until timestamptz NOT NULL,
  listening_since timestamptz NOT NULL        -- nobody is blamed for what was not heard before
);
