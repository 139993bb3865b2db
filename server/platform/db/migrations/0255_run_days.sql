-- How a station ran on a day -------------------------------------------------------------------------------------------
-- Inverter hours in daylight, what was lost and what light was measured: from readings, which go after some weeks. So a
-- report of many stations reads a row a day, and an old one is known when its readings are gone.
CREATE TABLE run_day (
  station_id uuid NOT NULL REFERENCES station (id),
  day date NOT NULL,                          -- of the station's zone
  available_h double precision NOT NULL,      -- inverter hours in daylight: it ran
  unavailable_h double precision NOT NULL,    -- it was heard and did not
  unknown_h double precision NOT NULL,        -- nothing was heard
  lost_wh double precision,                   -- against the median of the inverters beside it; null: nothing could be compared
  compared double precision,                  -- share of rated power and daylight hours of which that can be said
  irradiation_wh double precision,            -- in the plane, Wh/m²; null: not measured
  lit_h smallint,                             -- hours of sun in which it was measured; null: no weather station
  sun_h smallint NOT NULL,                    -- hours of sun
  made_at timestamptz NOT NULL,
  PRIMARY KEY (station_id, day)
);
