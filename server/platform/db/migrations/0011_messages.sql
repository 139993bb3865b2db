-- Told in time --------------------------------------------------------------------------------------------------
-- A new alarm waits here until it was told; further occurrences of it make no further row.
CREATE TABLE alarm_notice (
  alarm_id uuid PRIMARY KEY REFERENCES alarm ON DELETE CASCADE
);
CREATE FUNCTION alarm_notice_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_notice (alarm_id) SELECT id FROM fresh WHERE status <> 'closed';
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_notice_insert AFTER INSERT ON alarm REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_notice_insert();

CREATE TABLE message (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL,
  station_id uuid NOT NULL REFERENCES station,
  alarm_id uuid REFERENCES alarm ON DELETE CASCADE,
  order_id uuid REFERENCES work_order ON DELETE CASCADE,
  flow_id bigint REFERENCES order_flow ON DELETE CASCADE,
  at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,                -- later than at: it came in quiet hours and shows at their end
  read_at timestamptz
);
CREATE INDEX message_account ON message (account_id, due_at DESC, id DESC);
CREATE INDEX message_unread ON message (account_id, due_at) WHERE read_at IS NULL;
CREATE UNIQUE INDEX message_alarm ON message (account_id, alarm_id) WHERE flow_id IS NULL;
CREATE UNIQUE INDEX message_flow ON message (account_id, flow_id) WHERE flow_id IS NOT NULL;

-- What somebody wants to be told; without a row the defaults hold.
CREATE TABLE notification_choice (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  levels smallint[] NOT NULL,
  stations uuid[],                            -- null: all of them
  orders boolean NOT NULL,
  quiet_from smallint,                        -- minutes of the day in their zone; both or neither
  quiet_to smallint,
  zone text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  url text NOT NULL,
  secret text NOT NULL,                       -- signs; never shown again
  company_id uuid REFERENCES company,         -- null: of all companies
  events text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz,                   -- the last one that was taken
  failed_at timestamptz,
  failure text,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz,                        -- null: taken, or given up
  done_at timestamptz,
  failure text
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, created_at DESC);
