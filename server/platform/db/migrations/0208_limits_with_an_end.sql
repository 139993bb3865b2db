-- Limits of power end -----------------------------------------------------------------------------------------------------
-- What a device can be told, as its gateway says it; null = not said.
ALTER TABLE device ADD COLUMN can jsonb;

-- A limit that a device was told, until it is over and who ended it is known.
CREATE TABLE power_limit (
  command_id uuid NOT NULL REFERENCES command ON DELETE CASCADE,   -- that set it
  device_id uuid NOT NULL REFERENCES device,
  gateway_id uuid NOT NULL REFERENCES device,
  station_id uuid NOT NULL REFERENCES station,
  pct double precision,                       -- of rated power
  w double precision,
  reversion text NOT NULL CHECK (reversion IN ('device', 'gateway', 'server')),   -- who ends it when nobody renews it
  asked_at timestamptz NOT NULL,
  set_at timestamptz,                         -- since when it is in force; null = not yet
  ends_at timestamptz NOT NULL,
  timer_at timestamptz,                       -- when the device's or gateway's own timer runs out
  last_id uuid REFERENCES command ON DELETE SET NULL,      -- the command that renewed it last
  pending_id uuid REFERENCES command ON DELETE SET NULL,   -- that renews or lifts it now
  next_at timestamptz,                        -- nothing is tried before
  ended_at timestamptz,
  ended_by text CHECK (ended_by IN ('person', 'device', 'gateway', 'restart', 'server', 'never')),
  PRIMARY KEY (command_id, device_id),
  CHECK ((pct IS NULL) <> (w IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX power_limit_open ON power_limit (device_id) WHERE ended_at IS NULL;
CREATE INDEX power_limit_station ON power_limit (station_id, asked_at DESC);
