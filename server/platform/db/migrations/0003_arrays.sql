-- Files ---------------------------------------------------------------------------------------------------------
-- Contents stand in DATA_DIR/files under the id; the id is made by whoever uploads, so that a retry is the same file.
CREATE TABLE file (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('station_image', 'order_image', 'order_file')),
  station_id uuid REFERENCES station,
  company_id uuid REFERENCES company,
  name text NOT NULL,                         -- as shown; never part of a path
  type text NOT NULL,                         -- media type of what is stored
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 bytea NOT NULL,
  width integer,
  height integer,
  created_by uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX file_station ON file (station_id) WHERE removed_at IS NULL;

-- The array -----------------------------------------------------------------------------------------------------
CREATE TABLE string (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  inverter_id uuid NOT NULL REFERENCES device,
  mppt_no integer CHECK (mppt_no BETWEEN 1 AND 100),
  no integer NOT NULL CHECK (no BETWEEN 1 AND 1000),
  name text NOT NULL DEFAULT '',
  capacity_w double precision CHECK (capacity_w > 0),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX string_no ON string (inverter_id, no) WHERE removed_at IS NULL;
CREATE INDEX string_station ON string (station_id) WHERE removed_at IS NULL;

-- A field of modules that lie side by side: a roof face, a table on the ground.
CREATE TABLE array_area (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  name text NOT NULL DEFAULT '',
  row_count integer NOT NULL CHECK (row_count BETWEEN 1 AND 200),
  col_count integer NOT NULL CHECK (col_count BETWEEN 1 AND 200),
  portrait boolean NOT NULL DEFAULT true,
  tilt_deg real CHECK (tilt_deg BETWEEN 0 AND 90),
  azimuth_deg real CHECK (azimuth_deg >= 0 AND azimuth_deg < 360),
  x real NOT NULL DEFAULT 0,                  -- left upper corner on the plan, in module widths
  y real NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX array_area_station ON array_area (station_id) WHERE removed_at IS NULL;

-- Where a device hangs. The place stays when the device is replaced, and the history is the place's.
CREATE TABLE place (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  kind text NOT NULL CHECK (kind IN ('gateway', 'inverter', 'optimizer', 'shutdown')),
  string_id uuid REFERENCES string,
  position integer CHECK (position BETWEEN 1 AND 1000),
  area_id uuid REFERENCES array_area,
  row_no integer CHECK (row_no BETWEEN 1 AND 200),
  col_no integer CHECK (col_no BETWEEN 1 AND 200),
  modules smallint NOT NULL DEFAULT 1 CHECK (modules BETWEEN 1 AND 4), -- of one optimizer; 1-to-2 is no weak one
  module_w double precision CHECK (module_w > 0),                      -- of all its modules together
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  changed_by uuid REFERENCES account,         -- who put it there; null = the gateway said so
  changed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX place_station ON place (station_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX place_position ON place (string_id, kind, position) WHERE removed_at IS NULL AND position IS NOT NULL;
CREATE UNIQUE INDEX place_spot ON place (area_id, kind, row_no, col_no) WHERE removed_at IS NULL AND row_no IS NOT NULL;

-- Which device hung there, from when until when. A device is at one place at a time, a place has one device.
CREATE TABLE place_device (
  place_id uuid NOT NULL REFERENCES place,
  device_id uuid NOT NULL REFERENCES device,
  since timestamptz NOT NULL,
  until timestamptz,
  PRIMARY KEY (place_id, since)
);
CREATE UNIQUE INDEX place_device_now ON place_device (place_id) WHERE until IS NULL;
CREATE UNIQUE INDEX place_of_device ON place_device (device_id) WHERE until IS NULL;
CREATE INDEX place_device_ever ON place_device (device_id);

-- Devices that are there already get what new ones get when they are added: a string for each number named, a place
-- for each device. Of two that name the same position the older one has it.
INSERT INTO string (id, station_id, inverter_id, no, created_at)
SELECT gen_random_uuid(), i.station_id, i.id, d.string_no, min(d.created_at)
  FROM device d JOIN device i ON i.id = d.parent_id AND i.removed_at IS NULL AND i.kind = 'inverter'
 WHERE d.removed_at IS NULL AND d.kind IN ('optimizer', 'shutdown') AND d.string_no BETWEEN 1 AND 1000
 GROUP BY i.station_id, i.id, d.string_no;

WITH hung AS MATERIALIZED (
  SELECT gen_random_uuid() AS place_id, d.id, d.station_id, d.kind, d.created_at, s.id AS string_id,
         CASE WHEN d.position BETWEEN 1 AND 1000 AND s.id IS NOT NULL
               AND row_number() OVER (PARTITION BY s.id, d.kind, d.position ORDER BY d.no) = 1
              THEN d.position END AS position
    FROM device d
    LEFT JOIN string s ON s.inverter_id = d.parent_id AND s.no = d.string_no AND d.kind IN ('optimizer', 'shutdown')
   WHERE d.removed_at IS NULL
), made AS (
  INSERT INTO place (id, station_id, kind, string_id, position, created_at)
  SELECT place_id, station_id, kind, string_id, position, created_at FROM hung
)
INSERT INTO place_device (place_id, device_id, since) SELECT place_id, id, created_at FROM hung;

-- Why a device is no longer there, and what came in its stead.
ALTER TABLE device ADD COLUMN replaced_by uuid REFERENCES device;
-- Since when a person has said that it belongs there (typed, scanned, confirmed); null = only its gateway says so.
ALTER TABLE device ADD COLUMN confirmed_at timestamptz;
UPDATE device SET confirmed_at = created_at WHERE kind <> 'gateway' AND NOT reported_by_gateway;

-- Commands ------------------------------------------------------------------------------------------------------
-- Written with the change that wants them, sent once, answered or expired.
CREATE TABLE command (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  gateway_id uuid NOT NULL REFERENCES device,
  op text NOT NULL CHECK (op IN ('switch', 'limit', 'restart', 'activate', 'scan', 'read', 'replace', 'set')),
  args jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'accepted', 'verified', 'rejected', 'expired', 'unverified', 'cancelled')),
  code text,                                  -- why it was rejected or cancelled
  proof_of uuid REFERENCES command,           -- the command whose effect this read proves
  batch_id uuid,                              -- commands of one call
  created_by uuid REFERENCES account,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX command_open ON command (gateway_id, created_at) WHERE ended_at IS NULL;
CREATE INDEX command_station ON command (station_id, created_at DESC);
CREATE INDEX command_batch ON command (batch_id);

CREATE TABLE command_target (
  command_id uuid NOT NULL REFERENCES command ON DELETE CASCADE,
  device_id uuid NOT NULL REFERENCES device,
  sn text NOT NULL,
  open boolean NOT NULL DEFAULT true,         -- false when its command has ended
  proof boolean NOT NULL DEFAULT false,       -- of a read that proves another: never counts as the device's one command
  ok boolean,
  code text,
  after jsonb,
  PRIMARY KEY (command_id, device_id)
);
CREATE UNIQUE INDEX command_one_open ON command_target (device_id) WHERE open AND NOT proof;
