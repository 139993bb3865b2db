-- Groups of stations that a person has named for themself, to narrow lists by.
CREATE TABLE station_group (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX station_group_account ON station_group (account_id, since, id);
CREATE TABLE station_group_member (
  group_id uuid NOT NULL REFERENCES station_group ON DELETE CASCADE,
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  PRIMARY KEY (group_id, station_id)
);
CREATE INDEX station_group_member_station ON station_group_member (station_id);
