-- What a gateway sent and the server did not take, for reasons other than a serial: counted by channel and reason.
CREATE TABLE gateway_drop (
  gateway_id uuid NOT NULL REFERENCES device ON DELETE CASCADE,
  channel text NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (gateway_id, channel, reason)
);
