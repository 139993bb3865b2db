-- What an edge is asked to look for, and what it told of it ---------------------------------------------------------------
ALTER TABLE command DROP CONSTRAINT command_op_check;
ALTER TABLE command ADD CONSTRAINT command_op_check CHECK (op IN
  ('switch', 'limit', 'restart', 'activate', 'scan', 'read', 'replace', 'set', 'discover', 'diagnose'));

CREATE TABLE edge_search (
  command_id uuid PRIMARY KEY REFERENCES command ON DELETE CASCADE,
  gateway_id uuid NOT NULL REFERENCES edge,
  asked_at timestamptz NOT NULL,
  done integer,
  total integer,
  tried text[] NOT NULL DEFAULT '{}',         -- the newest of what it tried, in its words
  found jsonb NOT NULL DEFAULT '[]',
  lines text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX edge_search_gateway ON edge_search (gateway_id, asked_at DESC);
