-- Links for a screen on a wall: whoever holds one may look, and nothing else. ----------------------------------------
CREATE TABLE look_link (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,           -- the token itself is shown once and kept nowhere
  name text NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,  -- whose stations it shows
  role text NOT NULL,                         -- theirs when it was made: with another one it shows nothing
  company_id uuid REFERENCES company,         -- and so with another company
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX look_link_company ON look_link (company_id, created_at DESC);
CREATE INDEX look_link_account ON look_link (account_id);
-- A session that was opened with such a link ends with it.
ALTER TABLE session ADD COLUMN look_link_id uuid REFERENCES look_link ON DELETE CASCADE;
CREATE INDEX session_look_link ON session (look_link_id) WHERE look_link_id IS NOT NULL;
