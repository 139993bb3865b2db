-- Control: what a person asked of devices in one go, and what each of them came to -------------------------------------
CREATE TABLE control (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  op text NOT NULL CHECK (op IN ('switch', 'limit', 'restart', 'set', 'read')),
  args jsonb NOT NULL DEFAULT '{}',
  device_ids uuid[] NOT NULL CHECK (cardinality(device_ids) > 0),
  rated_w double precision NOT NULL CHECK (rated_w >= 0),           -- of what it reaches
  despite boolean NOT NULL DEFAULT false,     -- given though somebody works there
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'refused', 'expired')),
  asked_by uuid NOT NULL REFERENCES account,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz,                     -- a second person has until then
  decided_by uuid REFERENCES account,         -- the second person; never the first
  decided_at timestamptz,
  remark text NOT NULL DEFAULT '',
  retry_of uuid REFERENCES control,
  CHECK (decided_by <> asked_by),
  CHECK ((state IN ('waiting', 'refused', 'expired')) <= (expires_at IS NOT NULL)),
  CHECK ((state = 'refused') <= (decided_by IS NOT NULL))
);
CREATE INDEX control_station ON control (station_id, asked_at DESC, id DESC);
CREATE INDEX control_waiting ON control (expires_at) WHERE state = 'waiting';
CREATE INDEX control_asked ON control (asked_by, asked_at) WHERE state = 'waiting';

-- A question to somebody who works where devices are to be controlled.
CREATE TABLE control_question (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  asked_by uuid NOT NULL REFERENCES account,
  asked_to uuid NOT NULL REFERENCES account,
  op text NOT NULL,
  args jsonb NOT NULL DEFAULT '{}',
  text text NOT NULL,
  asked_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('go', 'wait')),
  answered_at timestamptz,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX control_question_to ON control_question (asked_to, asked_at DESC);
CREATE INDEX control_question_station ON control_question (station_id, asked_at DESC);

-- Each device of a command comes to an end of its own.
ALTER TABLE command ADD COLUMN done_at timestamptz;                 -- the gateway says it is carried out
ALTER TABLE command_target ADD COLUMN state text                    -- null = that of its command
  CHECK (state IN ('verified', 'rejected', 'unverified'));
ALTER TABLE command_target ADD COLUMN settled_at timestamptz;
UPDATE command_target t SET settled_at = c.ended_at FROM command c WHERE c.id = t.command_id AND c.ended_at IS NOT NULL;
CREATE INDEX command_target_device ON command_target (device_id, command_id);
CREATE INDEX command_by ON command (created_by, created_at);
CREATE INDEX command_newest ON command (created_at DESC, id DESC) WHERE proof_of IS NULL;
