-- How much of each device-day the energy rests on --------------------------------------------------------------------
-- Thousandths of the day's light over which the counter is known; null = not looked at yet (decision 081). A day with
-- known > 0 and neither reading nor energy is one over which the counter stood still.
ALTER TABLE energy_day ADD COLUMN known smallint CHECK (known BETWEEN 0 AND 1000);
-- Thousandths of days that a span knows and its days do not.
ALTER TABLE energy_span ADD COLUMN known integer CHECK (known >= 0);
-- Their sums by month, kept with every change of a day; `unmeasured`: days of energy whose `known` is null.
ALTER TABLE energy_month ADD COLUMN known bigint NOT NULL DEFAULT 0;
ALTER TABLE energy_month ADD COLUMN unmeasured integer NOT NULL DEFAULT 0;
UPDATE energy_month SET unmeasured = days WHERE days <> 0;

CREATE OR REPLACE FUNCTION energy_month_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days, known, unmeasured)
  SELECT device_no, date_trunc('month', day::timestamp)::date, coalesce(sum(wh) FILTER (WHERE first_ts IS NOT NULL), 0),
         count(first_ts), coalesce(sum(known), 0), count(first_ts) FILTER (WHERE known IS NULL)
    FROM fresh WHERE first_ts IS NOT NULL OR known > 0 GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days,
    known = m.known + excluded.known, unmeasured = m.unmeasured + excluded.unmeasured;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION energy_month_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days, known, unmeasured)
  SELECT device_no, date_trunc('month', day::timestamp)::date, -coalesce(sum(wh) FILTER (WHERE first_ts IS NOT NULL), 0),
         -count(first_ts), -coalesce(sum(known), 0), -count(first_ts) FILTER (WHERE known IS NULL)
    FROM stale WHERE first_ts IS NOT NULL OR known > 0 GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days,
    known = m.known + excluded.known, unmeasured = m.unmeasured + excluded.unmeasured;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION energy_month_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO energy_month AS m (device_no, month, wh, days, known, unmeasured)
  SELECT device_no, date_trunc('month', day::timestamp)::date,
         coalesce(sum(sign * wh) FILTER (WHERE first_ts IS NOT NULL), 0),
         coalesce(sum(sign) FILTER (WHERE first_ts IS NOT NULL), 0), coalesce(sum(sign * known), 0),
         coalesce(sum(sign) FILTER (WHERE first_ts IS NOT NULL AND known IS NULL), 0)
    FROM (SELECT device_no, day, wh, first_ts, known, 1 AS sign FROM fresh
          UNION ALL SELECT device_no, day, wh, first_ts, known, -1 FROM stale) AS moved
   WHERE first_ts IS NOT NULL OR known > 0
   GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_no, month) DO UPDATE SET wh = m.wh + excluded.wh, days = m.days + excluded.days,
    known = m.known + excluded.known, unmeasured = m.unmeasured + excluded.unmeasured;
  RETURN NULL;
END $$;

-- Devices whose past was booked before this: a job looks at one after the other and takes it out.
CREATE TABLE energy_past (device_no integer PRIMARY KEY);
INSERT INTO energy_past (device_no)
SELECT no FROM device WHERE kind <> 'gateway' AND EXISTS (SELECT FROM energy_day e WHERE e.device_no = device.no);

-- Lifetime energy begins with the first reading; what the station had yielded before, when somebody has entered it.
ALTER TABLE station ADD COLUMN yield_before_wh bigint CHECK (yield_before_wh >= 0);
