-- A share has an id of its own, to be taken back by, and says what it allows.
ALTER TABLE station_share
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN rights text NOT NULL DEFAULT 'view' CHECK (rights IN ('view', 'manage'));
CREATE UNIQUE INDEX station_share_id ON station_share (id);

-- Who has looked at a station, once a day: its people see it.
CREATE TABLE station_look (
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  day date NOT NULL,                          -- UTC
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (station_id, day, account_id)
);
