-- Who is at a station: while somebody is, its devices are theirs alone to control.
CREATE TABLE check_in (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  phone text NOT NULL DEFAULT '',             -- where they are reached
  began_at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,              -- it ends by itself then
  ended_at timestamptz,                       -- checked out, or checked in elsewhere
  CHECK (until_at > began_at),
  CHECK (ended_at >= began_at)
);
-- Nobody is at two places.
CREATE UNIQUE INDEX check_in_one ON check_in (account_id) WHERE ended_at IS NULL;
CREATE INDEX check_in_station ON check_in (station_id) WHERE ended_at IS NULL;
CREATE INDEX check_in_last ON check_in (account_id, began_at DESC);
