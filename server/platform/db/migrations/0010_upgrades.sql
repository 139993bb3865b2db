-- Firmware packages and upgrades ------------------------------------------------------------------------------------
-- A bundle as it was signed. Without a company it belongs to the installation, and everybody may use it.
CREATE TABLE firmware_package (
  id uuid PRIMARY KEY,
  company_id uuid REFERENCES company,
  name text NOT NULL,
  version text NOT NULL,
  vendor text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  sha256 bytea NOT NULL,                      -- of the whole bundle
  key_id text NOT NULL,                       -- that signed its list of images
  expires_at timestamptz NOT NULL,            -- the earliest of its manifests
  state text NOT NULL DEFAULT 'uploaded' CHECK (state IN ('uploaded', 'approved', 'withdrawn')),
  uploaded_by uuid NOT NULL REFERENCES account,
  uploaded_at timestamptz NOT NULL,
  approved_by uuid REFERENCES account,
  approved_at timestamptz,
  withdrawn_by uuid REFERENCES account,
  withdrawn_at timestamptz,
  CHECK (approved_by IS DISTINCT FROM uploaded_by),
  CHECK (state <> 'approved' OR approved_at IS NOT NULL),
  CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL))
);
CREATE INDEX firmware_package_newest ON firmware_package (uploaded_at DESC, id DESC);

CREATE TABLE firmware_image (
  id uuid PRIMARY KEY,
  package_id uuid NOT NULL REFERENCES firmware_package,
  no smallint NOT NULL,                       -- its place in the bundle
  level text NOT NULL CHECK (level IN ('gateway', 'inverter', 'optimizer', 'shutdown')),
  vendor text NOT NULL,
  model text NOT NULL,
  hw_min text,
  hw_max text,
  version text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence >= 0),
  bytes integer NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL,                       -- hex, as it was signed
  expires_at timestamptz NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,                    -- of the manifest, which is made of these columns again
  data bytea NOT NULL,
  UNIQUE (package_id, no),
  CHECK ((hw_min IS NULL) = (hw_max IS NULL))
);
-- Read in pieces: a compressed value would be unpacked whole for each.
ALTER TABLE firmware_image ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE INDEX firmware_image_model ON firmware_image (model, version);

-- One call: a package to one or several gateways.
CREATE TABLE upgrade (
  id uuid PRIMARY KEY,
  package_id uuid NOT NULL REFERENCES firmware_package,
  mode text NOT NULL CHECK (mode IN ('normal', 'fast')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  paused_because text CHECK (paused_because IN ('person', 'failure', 'trial')),
  paused_at timestamptz,
  stop_at_failure boolean NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'paused') = (paused_because IS NOT NULL)),
  CHECK ((state = 'paused') = (paused_at IS NOT NULL))
);
CREATE INDEX upgrade_newest ON upgrade (created_at DESC, id DESC);

-- One gateway of it with all behind.
CREATE TABLE upgrade_task (
  id uuid PRIMARY KEY,
  upgrade_id uuid NOT NULL REFERENCES upgrade,
  station_id uuid NOT NULL REFERENCES station,
  gateway_id uuid NOT NULL REFERENCES device,
  trial boolean NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN
    ('waiting', 'sending', 'distributing', 'verifying', 'done', 'partly_failed', 'failed', 'cancelled')),
  waiting_for text CHECK (waiting_for IN ('trial', 'turn', 'paused', 'gateway', 'daylight')),
  code text,
  before text NOT NULL,                       -- the gateway's own version
  estimate_ms double precision NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  link_lost_at timestamptz,                   -- its gateway went while it was being upgraded
  CHECK ((ended_at IS NULL) = (status IN ('waiting', 'sending', 'distributing', 'verifying')))
);
CREATE UNIQUE INDEX upgrade_task_one_open ON upgrade_task (gateway_id) WHERE ended_at IS NULL;
CREATE INDEX upgrade_task_newest ON upgrade_task (created_at DESC, id DESC);
CREATE INDEX upgrade_task_station ON upgrade_task (station_id, created_at DESC, id DESC);
CREATE INDEX upgrade_task_upgrade ON upgrade_task (upgrade_id);

-- One image of it on its way; its id is the job of the wire.
CREATE TABLE upgrade_job (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES upgrade_task,
  no smallint NOT NULL,
  image_id uuid NOT NULL REFERENCES firmware_image,
  level text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN
    ('waiting', 'offered', 'receiving', 'distributing', 'verifying', 'done', 'failed', 'cancelled')),
  code text,
  bytes integer NOT NULL DEFAULT 0,           -- that the gateway has
  offered_at timestamptz,                     -- last
  began_at timestamptz,                       -- first
  asked_at timestamptz,                       -- first asked for data
  received_at timestamptz,                    -- had it all
  written_at timestamptz,
  due_at timestamptz,                         -- the phase counts as stalled from then on
  ended_at timestamptz,
  UNIQUE (task_id, no),
  CHECK ((ended_at IS NULL) = (state IN ('waiting', 'offered', 'receiving', 'distributing', 'verifying')))
);
CREATE INDEX upgrade_job_open ON upgrade_job (due_at) WHERE ended_at IS NULL;

CREATE TABLE upgrade_node (
  job_id uuid NOT NULL REFERENCES upgrade_job,
  device_id uuid NOT NULL REFERENCES device,
  task_id uuid NOT NULL REFERENCES upgrade_task,
  level text NOT NULL,
  sn text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'writing', 'verifying', 'updated', 'failed')),
  percent real,
  before text NOT NULL,
  after text NOT NULL,
  code text,
  open boolean NOT NULL DEFAULT true,
  started_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (job_id, device_id),
  CHECK (open = (status IN ('waiting', 'writing', 'verifying'))),
  CHECK (open = (ended_at IS NULL))
);
-- A device is in one upgrade at a time.
CREATE UNIQUE INDEX upgrade_node_one_open ON upgrade_node (device_id) WHERE open;
CREATE INDEX upgrade_node_task ON upgrade_node (task_id, level, sn);

CREATE TABLE upgrade_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES upgrade_task,
  at timestamptz NOT NULL,
  event text NOT NULL,
  level text,
  sn text,
  code text,
  account_id uuid REFERENCES account
);
CREATE INDEX upgrade_event_task ON upgrade_event (task_id, id DESC);

-- The newest release that a device has shown after an upgrade: nothing older is offered to it again.
CREATE TABLE device_firmware (
  device_id uuid PRIMARY KEY REFERENCES device,
  version text NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL
);
