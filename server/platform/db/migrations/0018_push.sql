-- Messages on the phone that somebody chose to be told on ----------------------------------------------------------
-- The pair that this installation signs with (RFC 8292), made at the first start. Browsers bind a subscription to the
-- public one, so it stays for ever and goes with a backup.
CREATE TABLE push_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key text NOT NULL,                   -- P-256, uncompressed, base64url
  private_key text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A browser somebody is signed in on. It ends with the session, however that ends.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  session_id uuid NOT NULL UNIQUE REFERENCES session ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL,
  told_at timestamptz,                        -- the last one that the push service took
  failed_at timestamptz,
  failure text
);
CREATE INDEX push_subscription_account ON push_subscription (account_id);

CREATE TABLE push_delivery (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES push_subscription ON DELETE CASCADE,
  message_id uuid REFERENCES message ON DELETE CASCADE,  -- null: somebody tries whether it works
  created_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz                         -- null: taken, or given up
);
CREATE INDEX push_delivery_due ON push_delivery (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX push_delivery_subscription ON push_delivery (subscription_id);
CREATE INDEX push_delivery_message ON push_delivery (message_id);
