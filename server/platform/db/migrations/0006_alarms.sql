-- Alarms ----------------------------------------------------------------------------------------------------------
-- One code on one device while it is open; instances (a string number, a phase) are its items.
CREATE TABLE alarm (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  device_id uuid NOT NULL REFERENCES device,
  device_kind text NOT NULL,
  code text NOT NULL,                         -- as it was raised, in the maker's own words
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 4),          -- 1 very urgent .. 4 prompt
  status text NOT NULL CHECK (status IN ('unsolved', 'processing', 'closed')),
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  created_at timestamptz NOT NULL,            -- when this installation heard of it
  first_at timestamptz NOT NULL,              -- when it occurred first
  occurred_at timestamptz NOT NULL,           -- and last
  close_type text CHECK (close_type IN ('manual_clear', 'work_order_closed', 'automatic_cleaning')),
  closed_at timestamptz,
  closed_by uuid REFERENCES account,
  clear_reason text,
  -- Worst first: open ones by level, then closed ones by level.
  rank smallint GENERATED ALWAYS AS (CASE WHEN status = 'closed' THEN 10 ELSE 0 END + level) STORED,
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((status = 'closed') = (close_type IS NOT NULL))
);
CREATE UNIQUE INDEX alarm_one_open ON alarm (device_id, code) WHERE status <> 'closed';
CREATE INDEX alarm_worst ON alarm (rank, occurred_at DESC, id DESC);
CREATE INDEX alarm_station ON alarm (station_id, rank, occurred_at DESC, id DESC);
CREATE INDEX alarm_device ON alarm (device_id, rank, occurred_at DESC, id DESC);
CREATE INDEX alarm_code ON alarm (code, rank, occurred_at DESC, id DESC);
CREATE INDEX alarm_kind ON alarm (device_kind, rank, occurred_at DESC, id DESC);

CREATE TABLE alarm_item (
  alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
  instance text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  cleared_at timestamptz,                     -- the device says that it is over; null = it goes on
  readings jsonb,                             -- what it was raised with
  PRIMARY KEY (alarm_id, instance)
);

-- Every clearing by hand, also of what was closed already.
CREATE TABLE alarm_clear (
  alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
  at timestamptz NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  remark text NOT NULL,
  PRIMARY KEY (alarm_id, at, account_id)
);

-- What was heard last of each instance, so that the same message again, or an older one, changes nothing.
CREATE TABLE alarm_signal (
  device_id uuid NOT NULL REFERENCES device,
  code text NOT NULL,
  instance text NOT NULL,
  active boolean NOT NULL,
  boot text NOT NULL,
  seq bigint NOT NULL,
  ts timestamptz NOT NULL,                    -- of the newest raise or clear, by the gateway's clock
  PRIMARY KEY (device_id, code, instance)
);

-- How many there are, kept with every change: a million rows are never counted.
CREATE TABLE alarm_tally (
  station_id uuid NOT NULL REFERENCES station,
  level smallint NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (station_id, level, status)
);

CREATE FUNCTION alarm_tally_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally AS t (station_id, level, status, n)
  SELECT station_id, level, status, count(*) FROM fresh GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (station_id, level, status) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_tally_insert AFTER INSERT ON alarm REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_tally_insert();

CREATE FUNCTION alarm_tally_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally AS t (station_id, level, status, n)
  SELECT station_id, level, status, sum(n)
    FROM (SELECT station_id, level, status, 1 AS n FROM fresh
          UNION ALL SELECT station_id, level, status, -1 FROM stale) AS moved
   GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (station_id, level, status) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_tally_update AFTER UPDATE ON alarm REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_tally_update();

-- A device that is deleted, replaced or moved to another station takes its open alarms with it, whoever removes it.
CREATE FUNCTION alarm_of_removed_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alarm SET status = 'closed', close_type = 'automatic_cleaning', closed_at = coalesce(NEW.removed_at, now())
   WHERE device_id = NEW.id AND status <> 'closed';
  UPDATE alarm_signal SET active = false WHERE device_id = NEW.id AND active;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_of_removed_device AFTER UPDATE OF removed_at, station_id ON device FOR EACH ROW
  WHEN ((OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) OR OLD.station_id <> NEW.station_id)
  EXECUTE FUNCTION alarm_of_removed_device();
