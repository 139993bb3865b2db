-- What a kWh of a station was worth before its present price ----------------------------------------------------------
-- The present one stands with the station; each row is in force up to the day before `until_day`, from the one before
-- it. No price (per_kwh null): there was none at that time.
CREATE TABLE past_price (
  station_id uuid NOT NULL REFERENCES station (id),
  until_day date NOT NULL,                    -- of the station's zone; the first day of the next price
  per_kwh double precision CHECK (per_kwh >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  source text NOT NULL DEFAULT '',
  PRIMARY KEY (station_id, until_day),
  CHECK ((per_kwh IS NULL) = (currency IS NULL))
);
