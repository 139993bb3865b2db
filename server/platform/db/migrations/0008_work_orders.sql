-- What stands on every order of a station: how to get in, what is dangerous, what has to be kept to.
ALTER TABLE station ADD COLUMN access text NOT NULL DEFAULT '';
ALTER TABLE station ADD COLUMN hazards text NOT NULL DEFAULT '';
ALTER TABLE station ADD COLUMN safety text NOT NULL DEFAULT '';

-- Work orders -----------------------------------------------------------------------------------------------------
CREATE TABLE work_order (
  id uuid PRIMARY KEY,
  no text NOT NULL UNIQUE,                    -- WO, the station's local date, a running number
  station_id uuid NOT NULL REFERENCES station,
  device_id uuid REFERENCES device,           -- null: the station, or alarms of several devices
  about_alarm_id uuid REFERENCES alarm,       -- what a repair is about without having taken it
  type text NOT NULL CHECK (type IN ('alarm', 'repair', 'installation', 'inspection')),
  status text NOT NULL CHECK (status IN ('dispatching', 'receiving', 'pending', 'in_progress', 'audit', 'completed', 'invalid')),
  priority smallint NOT NULL CHECK (priority BETWEEN 1 AND 4),    -- 1 most urgent .. 4 low
  name text NOT NULL,
  description text NOT NULL,
  remark text NOT NULL DEFAULT '',
  initiator_id uuid NOT NULL REFERENCES account,
  handler_id uuid REFERENCES account,
  needs_review boolean NOT NULL,
  initiated_at timestamptz NOT NULL,
  planned_start_at timestamptz,
  planned_end_at timestamptz,
  planned_minutes integer NOT NULL CHECK (planned_minutes > 0),
  actual_start_at timestamptz,                -- begun first
  started_at timestamptz,                     -- begun by its present handler: the countdown runs from here
  actual_end_at timestamptz,                  -- reported
  closed_at timestamptz,
  due_at timestamptz,                         -- kept with every change: planned end or end of the countdown
  alarms integer NOT NULL DEFAULT 0,          -- that are in it
  level smallint,                             -- the worst of them
  -- Worst first: open ones by priority, then the completed, then the discarded.
  rank smallint GENERATED ALWAYS AS (
    CASE status WHEN 'completed' THEN 10 WHEN 'invalid' THEN 20 ELSE 0 END + priority) STORED,
  place bigint NOT NULL,                      -- within a rank: when an open one is due, the newest of the others first
  version integer NOT NULL DEFAULT 1,
  CHECK ((status IN ('completed', 'invalid')) = (closed_at IS NOT NULL)),
  CHECK ((status IN ('receiving', 'pending', 'in_progress', 'audit')) <= (handler_id IS NOT NULL)),
  CHECK (status <> 'dispatching' OR handler_id IS NULL),
  CHECK (planned_end_at >= planned_start_at)
);
CREATE INDEX work_order_worst ON work_order (rank, place, id);
CREATE INDEX work_order_type ON work_order (type, rank, place, id);
CREATE INDEX work_order_station ON work_order (station_id, rank, place, id);
CREATE INDEX work_order_device ON work_order (device_id, rank, place, id);
CREATE INDEX work_order_initiator ON work_order (initiator_id, rank, place, id);
CREATE INDEX work_order_handler ON work_order (handler_id, rank, place, id);
CREATE INDEX work_order_name ON work_order (lower(name) text_pattern_ops, rank);
CREATE INDEX work_order_due ON work_order (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX work_order_audit ON work_order (station_id) WHERE status = 'audit';
CREATE INDEX work_order_about ON work_order (about_alarm_id) WHERE about_alarm_id IS NOT NULL;

-- One running number a local date.
CREATE TABLE work_order_number (
  day text PRIMARY KEY,
  last integer NOT NULL
);

CREATE TABLE order_alarm (
  order_id uuid NOT NULL REFERENCES work_order ON DELETE CASCADE,
  alarm_id uuid NOT NULL REFERENCES alarm,
  kept boolean NOT NULL DEFAULT true,         -- false: taken out, or the order was discarded
  PRIMARY KEY (order_id, alarm_id)
);
CREATE UNIQUE INDEX order_alarm_one ON order_alarm (alarm_id) WHERE kept;
CREATE INDEX order_alarm_alarm ON order_alarm (alarm_id);

CREATE TABLE order_item (
  order_id uuid NOT NULL,
  alarm_id uuid NOT NULL,
  instance text NOT NULL,
  kept boolean NOT NULL DEFAULT true,
  PRIMARY KEY (order_id, alarm_id, instance),
  FOREIGN KEY (order_id, alarm_id) REFERENCES order_alarm ON DELETE CASCADE
);

-- What happened, never changed. The running id is the order of things; `told` marks what messages were made of.
CREATE TABLE order_flow (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES work_order ON DELETE CASCADE,
  no smallint CHECK (no BETWEEN 0 AND 16),    -- null: a note
  note text CHECK (note IN ('alarm_ended', 'alarm_cleared', 'changed')),
  at timestamptz NOT NULL,
  account_id uuid REFERENCES account,         -- null: the system
  from_status text,
  to_status text NOT NULL,
  handler_id uuid REFERENCES account,         -- who has it afterwards
  text text NOT NULL DEFAULT '',
  alarm_id uuid REFERENCES alarm,
  told boolean NOT NULL DEFAULT false,
  CHECK ((no IS NULL) <> (note IS NULL))
);
CREATE INDEX order_flow_order ON order_flow (order_id, id);
CREATE INDEX order_flow_untold ON order_flow (id) WHERE NOT told;

CREATE TABLE order_file (
  order_id uuid NOT NULL REFERENCES work_order ON DELETE CASCADE,
  flow_id bigint NOT NULL REFERENCES order_flow ON DELETE CASCADE,
  file_id uuid NOT NULL UNIQUE REFERENCES file,
  role text NOT NULL CHECK (role IN ('image', 'file', 'check')),
  position smallint NOT NULL,
  PRIMARY KEY (flow_id, role, position)
);
CREATE INDEX order_file_order ON order_file (order_id);

-- Answers of a report to the checklist of the order's type.
CREATE TABLE order_answer (
  order_id uuid NOT NULL REFERENCES work_order ON DELETE CASCADE,
  flow_id bigint NOT NULL REFERENCES order_flow ON DELETE CASCADE,
  key text NOT NULL,
  value jsonb,
  file_id uuid REFERENCES file,
  PRIMARY KEY (flow_id, key)
);
CREATE INDEX order_answer_order ON order_answer (order_id);

-- How many there are, kept with every change.
CREATE TABLE order_tally (
  station_id uuid NOT NULL REFERENCES station,
  status text NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (station_id, status)
);

CREATE FUNCTION order_tally_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tally AS t (station_id, status, n)
  SELECT station_id, status, count(*) FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (station_id, status) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER order_tally_insert AFTER INSERT ON work_order REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION order_tally_insert();

CREATE FUNCTION order_tally_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tally AS t (station_id, status, n)
  SELECT station_id, status, sum(n)
    FROM (SELECT station_id, status, 1 AS n FROM fresh
          UNION ALL SELECT station_id, status, -1 FROM stale) AS moved
   GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
  ON CONFLICT (station_id, status) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER order_tally_update AFTER UPDATE ON work_order REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION order_tally_update();

-- An alarm that ends while its order is open is noted there, whoever ends it: the device, a rule, a person, its removal.
CREATE FUNCTION order_of_ended_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_flow (order_id, note, at, account_id, from_status, to_status, handler_id, text, alarm_id)
  SELECT o.id, CASE NEW.close_type WHEN 'manual_clear' THEN 'alarm_cleared' ELSE 'alarm_ended' END, NEW.closed_at,
         NEW.closed_by, o.status, o.status, o.handler_id, coalesce(NEW.clear_reason, ''), NEW.id
    FROM order_alarm l JOIN work_order o ON o.id = l.order_id
   WHERE l.alarm_id = NEW.id AND l.kept AND o.status NOT IN ('completed', 'invalid');
  RETURN NULL;
END $$;
CREATE TRIGGER order_of_ended_alarm AFTER UPDATE OF status ON alarm FOR EACH ROW
  WHEN (OLD.status = 'processing' AND NEW.status = 'closed' AND NEW.close_type <> 'work_order_closed')
  EXECUTE FUNCTION order_of_ended_alarm();
