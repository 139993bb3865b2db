-- Somebody has seen an alarm and wants it to be quiet until then. One at a time for each alarm; the log keeps the others.
CREATE TABLE alarm_acknowledgement (
  alarm_id uuid PRIMARY KEY REFERENCES alarm ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account,
  at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  level smallint NOT NULL,                    -- of the alarm then: a worse one wakes it
  remark text NOT NULL,
  ended_at timestamptz,                       -- taken back, or its end was told
  CHECK (until_at > at)
);
CREATE INDEX alarm_acknowledgement_until ON alarm_acknowledgement (until_at) WHERE ended_at IS NULL;

-- An alarm is told once as new; that it got worse, or that its quiet time is over, is told besides.
DROP INDEX message_alarm;
CREATE UNIQUE INDEX message_alarm ON message (account_id, alarm_id) WHERE flow_id IS NULL AND kind = 'alarm_raised';
