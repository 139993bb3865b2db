-- When the days of a station are to be looked at next: none of them is due before (decision 118). No row: now.
CREATE TABLE run_look (
  station_id uuid PRIMARY KEY REFERENCES station (id),
  time_zone text NOT NULL,                    -- by which that was counted
  next_at timestamptz NOT NULL
);
