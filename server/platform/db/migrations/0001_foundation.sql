-- Companies and people -----------------------------------------------------------------------------------------
CREATE TABLE company (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  auto_dispatch boolean NOT NULL DEFAULT false,
  auto_review boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE account (
  id uuid PRIMARY KEY,
  account text NOT NULL,
  account_key text NOT NULL UNIQUE,           -- normalised: NFKC, lower case
  name text NOT NULL,
  password_hash text NOT NULL,
  role text CHECK (role IN ('owner', 'installer', 'maintainer', 'administrator')),
  extra_permissions text[] NOT NULL DEFAULT '{}',
  company_id uuid REFERENCES company,
  language text NOT NULL DEFAULT 'zh_CN',
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX account_company ON account (company_id);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,           -- SHA-256 of the cookie's 256 random bits
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  proven_at timestamptz NOT NULL,             -- when the password was last entered
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  browser text NOT NULL DEFAULT ''
);
CREATE INDEX session_account ON session (account_id);

-- Counts guesses (sign-in, set-up code, claim codes) so that a restart forgets none.
CREATE TABLE attempt (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  blocked_until timestamptz
);

-- One row a setting of the installation: hash of the set-up code, keys made at first start, …
CREATE TABLE installation (
  key text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  account_id uuid,
  company_id uuid,
  action text NOT NULL,
  object_kind text,
  object_id text,
  result text NOT NULL,                       -- done, or the error code of a refusal
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  ip text
);
CREATE INDEX audit_object ON audit (object_kind, object_id, id DESC);
CREATE INDEX audit_company ON audit (company_id, id DESC);

CREATE TABLE idempotency (
  account_id uuid NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,                             -- null while the first request is still running
  answer jsonb,
  etag text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

-- Stations ------------------------------------------------------------------------------------------------------
CREATE SEQUENCE station_code_number START 1;

CREATE TABLE station (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  company_id uuid NOT NULL REFERENCES company,
  owner_account_id uuid REFERENCES account,
  owner_name text NOT NULL DEFAULT '',
  type text NOT NULL,
  time_zone text NOT NULL,
  latitude numeric(8, 6) NOT NULL CHECK (latitude BETWEEN 0 AND 90),
  north boolean NOT NULL,
  longitude numeric(9, 6) NOT NULL CHECK (longitude BETWEEN 0 AND 180),
  east boolean NOT NULL,
  address text NOT NULL DEFAULT '',
  region text NOT NULL DEFAULT '',
  country text NOT NULL,
  report_min integer NOT NULL CHECK (report_min BETWEEN 5 AND 240),
  grid_connected_on date,
  capacity numeric(12, 2) NOT NULL CHECK (capacity > 0),
  capacity_unit text NOT NULL CHECK (capacity_unit IN ('kW', 'MW', 'GW')),
  capacity_w double precision NOT NULL,       -- the same in W, for sorting and yields
  tilt_deg real,
  azimuth_deg real,
  phone_country text,
  phone text NOT NULL DEFAULT '',
  image_file_id uuid,
  tariff jsonb,                               -- {"perKwh": 0.45, "currency": "CNY", "source": "…"}
  co2 jsonb,                                  -- {"kgPerKwh": 0.5366, "source": "…"}
  created_by uuid,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX station_company ON station (company_id) WHERE deleted_at IS NULL;
CREATE INDEX station_owner ON station (owner_account_id) WHERE deleted_at IS NULL;

CREATE TABLE station_share (
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  granted_by uuid,
  granted_at timestamptz NOT NULL,
  until_at timestamptz,
  PRIMARY KEY (station_id, account_id)
);
CREATE INDEX station_share_account ON station_share (account_id);

-- Devices -------------------------------------------------------------------------------------------------------
-- no: the short number that readings are stored under.
CREATE TABLE device (
  id uuid PRIMARY KEY,
  no integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  station_id uuid NOT NULL REFERENCES station,
  kind text NOT NULL CHECK (kind IN ('gateway', 'inverter', 'optimizer', 'shutdown')),
  sn text NOT NULL,
  sn_key text NOT NULL,                       -- normalised, dashes left out: what is compared
  name text NOT NULL DEFAULT '',
  brand text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  sw text NOT NULL DEFAULT '',
  hw text NOT NULL DEFAULT '',
  soc text NOT NULL DEFAULT '',
  sim text NOT NULL DEFAULT '',
  net_mode text NOT NULL DEFAULT '',
  report_server text NOT NULL DEFAULT '',
  gateway_id uuid REFERENCES device,          -- null for gateways
  parent_id uuid REFERENCES device,           -- inverter of an optimizer or shutdown device
  string_no integer,
  position integer,
  rated_w double precision,
  mppt_count integer,
  string_count integer,
  warranty_until date,
  activated_at timestamptz,                   -- first activation, set by the server
  reported_by_gateway boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX device_sn ON device (sn_key) WHERE removed_at IS NULL;
CREATE INDEX device_station ON device (station_id) WHERE removed_at IS NULL;
CREATE INDEX device_gateway ON device (gateway_id) WHERE removed_at IS NULL;
CREATE INDEX device_parent ON device (parent_id) WHERE removed_at IS NULL;

-- What a gateway said of itself at its last birth, and its login.
CREATE TABLE gateway_link (
  device_id uuid PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  secret_hash text,                           -- PBKDF2-SHA512 in Mosquitto's $7$ form; null = revoked
  boot text,
  conn integer,
  connected boolean NOT NULL DEFAULT false,
  birth_at timestamptz,
  gone_at timestamptz,
  csq integer,
  queue integer,
  clock_offset_ms bigint,
  inventory_rev integer,
  inventory_at timestamptz,
  report_s integer,                           -- as acknowledged by the gateway
  refused bigint NOT NULL DEFAULT 0           -- readings of serials that are not its children, malformed, too old
);

-- Factory registry: gateways that may be claimed with serial and claim code.
CREATE TABLE gateway_registry (
  sn_key text PRIMARY KEY,
  sn text NOT NULL,
  model text NOT NULL DEFAULT '',
  secret_hash text NOT NULL,
  claim_code_hash bytea NOT NULL,
  imported_at timestamptz NOT NULL,
  claimed_at timestamptz
);

-- Serials that a gateway reported and that are not its children: counted, never stored under a station.
CREATE TABLE quarantine (
  gateway_id uuid NOT NULL REFERENCES device ON DELETE CASCADE,
  sn_key text NOT NULL,
  sn text NOT NULL,
  reason text NOT NULL,
  readings bigint NOT NULL DEFAULT 0,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (gateway_id, sn_key)
);

-- Readings ------------------------------------------------------------------------------------------------------
-- Daily partitions (UTC), made when a day's first reading arrives, dropped by the retention.
CREATE TABLE reading (
  device_no integer NOT NULL,
  ts timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  hist boolean NOT NULL,
  state smallint,                             -- index into the device states of domain/telemetry/device-state.ts
  flags integer NOT NULL DEFAULT 0,           -- quality bits of domain/telemetry/reading-quality.ts
  p real, q real, f real, t real, p_dc real,
  u_in real, i_in real, u_out real,
  u real[], i real[],
  e_tot double precision,                     -- Wh, lifetime counter as reported
  rssi smallint,
  closed boolean, keepalive boolean,
  mppt jsonb,
  raw jsonb,
  PRIMARY KEY (device_no, ts)
) PARTITION BY RANGE (ts);

-- A message is known by gateway, boot and sequence; rows older than the resend window are dropped.
CREATE TABLE gateway_message (
  gateway_no integer NOT NULL,
  boot text NOT NULL,
  seq bigint NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (gateway_no, boot, seq)
);
CREATE INDEX gateway_message_age ON gateway_message (received_at);

-- The newest live reading of each device; moves forward only.
CREATE TABLE latest (
  device_no integer PRIMARY KEY,
  ts timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  state smallint,
  flags integer NOT NULL DEFAULT 0,
  p real, q real, f real, t real, p_dc real,
  u_in real, i_in real, u_out real,
  u real[], i real[],
  e_tot double precision,
  rssi smallint,
  closed boolean, keepalive boolean,
  mppt jsonb,
  raw jsonb
);

-- The energy ledger's results per device and local day; recomputed from the sorted readings.
CREATE TABLE energy_day (
  device_no integer NOT NULL,
  day date NOT NULL,
  wh bigint NOT NULL CHECK (wh >= 0),
  shared boolean NOT NULL DEFAULT false,      -- part of a span's energy may belong to this day
  first_ts timestamptz,
  last_ts timestamptz,
  PRIMARY KEY (device_no, day)
);
CREATE INDEX energy_day_day ON energy_day (day, device_no);

CREATE TABLE energy_span (
  device_no integer NOT NULL,
  from_ts timestamptz NOT NULL,
  to_ts timestamptz NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  wh bigint NOT NULL CHECK (wh > 0),
  PRIMARY KEY (device_no, from_ts)
);

-- Readings that the ledger set aside, with the reason: shown, never counted.
CREATE TABLE energy_aside (
  device_no integer NOT NULL,
  ts timestamptz NOT NULL,
  e_tot double precision NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (device_no, ts)
);

-- Devices whose ledger must be recomputed since an instant; written in the readings' own transaction.
CREATE TABLE energy_due (
  device_no integer PRIMARY KEY,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  marked integer NOT NULL DEFAULT 1
);
