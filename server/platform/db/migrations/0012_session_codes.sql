-- One-time codes with which a native shell signs its page in. Of a code only the hash is kept.
CREATE TABLE session_code (
  code_hash bytea PRIMARY KEY,                -- SHA-256 of 256 random bits
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_code_session ON session_code (session_id);
