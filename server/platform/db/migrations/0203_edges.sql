-- Edges: gateways of ours that read devices at a site ---------------------------------------------------------------------

-- A code that connects an edge to a station, once. Of the code only its hash is kept.
CREATE TABLE edge_pairing (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  name text NOT NULL,
  replaces uuid REFERENCES device,            -- the gateway whose place the edge takes
  built_in boolean NOT NULL,
  asked_by uuid NOT NULL REFERENCES account,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  gateway_id uuid REFERENCES device,          -- what it became
  CHECK ((used_at IS NULL) = (gateway_id IS NULL))
);
CREATE INDEX edge_pairing_station ON edge_pairing (station_id, expires_at) WHERE used_at IS NULL;
CREATE INDEX edge_pairing_old ON edge_pairing (expires_at);

CREATE TABLE edge (
  gateway_id uuid PRIMARY KEY REFERENCES device,
  public_key text NOT NULL,                   -- X25519, base64url: what secrets of its devices are sealed to
  version text NOT NULL,
  built_in boolean NOT NULL,
  paired_at timestamptz NOT NULL,
  rev bigint,                                 -- of the settings that were sent last
  taken_rev bigint,                           -- that it has answered
  refused_code text,                          -- why it did not take them
  store_waiting bigint,
  store_bytes bigint,
  store_dropped bigint,
  store_oldest_at timestamptz,
  store_trouble text,
  told_at timestamptz                         -- when it told of its links and store
);

-- What an edge is to read.
CREATE TABLE edge_device (
  id uuid PRIMARY KEY,
  gateway_id uuid NOT NULL REFERENCES edge,
  url text NOT NULL,
  profile text,
  interval_s integer NOT NULL CHECK (interval_s BETWEEN 1 AND 3600),
  sealed text,                                -- its secret, which only the edge can open
  seal_lost boolean NOT NULL DEFAULT false,   -- it was sealed to a key that is gone
  added_by uuid NOT NULL REFERENCES account,
  added_at timestamptz NOT NULL,
  changed_rev bigint NOT NULL DEFAULT 0,      -- an answer about older settings is not about it as it is now
  refused_code text,
  refused_says text,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (gateway_id, url)
);

-- How each of them answers, as the edge told it last.
CREATE TABLE edge_link (
  edge_device_id uuid PRIMARY KEY REFERENCES edge_device ON DELETE CASCADE,
  asked bigint NOT NULL,
  answered bigint NOT NULL,
  answer_ms double precision,
  last_answer_at timestamptz,
  trouble_code text,
  trouble_says text,
  serials text[] NOT NULL
);

-- The edge of the machine that the server stands on, while it is handed to a station.
CREATE TABLE built_in_edge (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  station_id uuid NOT NULL REFERENCES station,
  name text NOT NULL,
  handed_by uuid NOT NULL REFERENCES account,
  handed_at timestamptz NOT NULL,
  gateway_id uuid REFERENCES device           -- null until it is paired
);

-- What the log is about -------------------------------------------------------------------------------------------------
CREATE OR REPLACE FUNCTION audit_station_of(kind text, object text, detail jsonb) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  uuid_form CONSTANT text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  found uuid;
BEGIN
  IF object ~ uuid_form THEN
    CASE kind
      WHEN 'station' THEN RETURN object::uuid;
      WHEN 'device', 'gateway', 'edge' THEN SELECT o.station_id INTO found FROM device o WHERE o.id = object::uuid;
      WHEN 'edge_device' THEN SELECT o.station_id INTO found FROM edge_device e JOIN device o ON o.id = e.gateway_id
                              WHERE e.id = object::uuid;
      WHEN 'pairing' THEN SELECT o.station_id INTO found FROM edge_pairing o WHERE o.id = object::uuid;
      WHEN 'diagnosis' THEN SELECT o.station_id INTO found FROM command o WHERE o.id = object::uuid;
      WHEN 'string' THEN SELECT o.station_id INTO found FROM string o WHERE o.id = object::uuid;
      WHEN 'area' THEN SELECT o.station_id INTO found FROM array_area o WHERE o.id = object::uuid;
      WHEN 'place' THEN SELECT o.station_id INTO found FROM place o WHERE o.id = object::uuid;
      WHEN 'file' THEN SELECT o.station_id INTO found FROM file o WHERE o.id = object::uuid;
      WHEN 'alarm' THEN SELECT o.station_id INTO found FROM alarm o WHERE o.id = object::uuid;
      WHEN 'order' THEN SELECT o.station_id INTO found FROM work_order o WHERE o.id = object::uuid;
      WHEN 'control' THEN SELECT o.station_id INTO found FROM control o WHERE o.id = object::uuid;
      WHEN 'upgrade_task' THEN SELECT o.station_id INTO found FROM upgrade_task o WHERE o.id = object::uuid;
      ELSE NULL;
    END CASE;
  END IF;
  IF found IS NULL AND detail ->> 'stationId' ~ uuid_form THEN
    found := (detail ->> 'stationId')::uuid;
  END IF;
  RETURN found;
END $$;
