-- Stations that a person has marked for themself.
CREATE TABLE favourite (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  since timestamptz NOT NULL,
  PRIMARY KEY (account_id, station_id)
);
CREATE INDEX favourite_station ON favourite (station_id);
