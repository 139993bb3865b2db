-- Energy by device and month of its days ----------------------------------------------------------------------------
-- What the days of a month add up to, kept with every change of them: a life of ten years is 120 rows instead of
-- 3,650. Days without any reading of their own (first_ts null) count for nothing, here as everywhere.
CREATE TABLE energy_month (
  device_no integer NOT NULL,
  month date NOT NULL,                        -- its first day
  wh bigint NOT NULL,
  days integer NOT NULL,                      -- that are counted; 0 = nothing is known any more
  PRIMARY KEY (device_no, month)
) WITH (fillfactor = 70);

INSERT INTO energy_month (device_no, month, wh, days)
SELECT device_no, date_trunc('month', day::timestamp)::date, sum(wh), count(*)
  FROM energy_day WHERE first_ts IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2;

CREATE FUNCTION energy_month_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days)
  SELECT device_no, date_trunc('month', day::timestamp)::date, sum(wh), count(*)
    FROM fresh WHERE first_ts IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days;
  RETURN NULL;
END $$;
CREATE TRIGGER energy_month_insert AFTER INSERT ON energy_day REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION energy_month_insert();

CREATE FUNCTION energy_month_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days)
  SELECT device_no, date_trunc('month', day::timestamp)::date, -sum(wh), -count(*)
    FROM stale WHERE first_ts IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days;
  RETURN NULL;
END $$;
CREATE TRIGGER energy_month_delete AFTER DELETE ON energy_day REFERENCING OLD TABLE AS stale
  FOR EACH STATEMENT EXECUTE FUNCTION energy_month_delete();

CREATE FUNCTION energy_month_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days)
  SELECT device_no, date_trunc('month', day::timestamp)::date, sum(wh), sum(n)
    FROM (SELECT device_no, day, wh, 1 AS n FROM fresh WHERE first_ts IS NOT NULL
          UNION ALL SELECT device_no, day, -wh, -1 FROM stale WHERE first_ts IS NOT NULL) AS moved
   GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days;
  RETURN NULL;
END $$;
CREATE TRIGGER energy_month_update AFTER UPDATE ON energy_day REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION energy_month_update();

-- What a server has in memory for large fleets, so that the next one need not read a whole day first. May be emptied
-- at any time.
CREATE TABLE kept_figures (
  name text PRIMARY KEY,
  at timestamptz NOT NULL,
  bytes bytea NOT NULL
);
