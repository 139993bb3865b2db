-- Packed days (decision 127): the readings of a device and UTC day that is over are one row, a block of bytes a column.
-- What the blocks are is said in server/features/telemetry/pack-day.ts, which writes them; what reads them is here.

-- Values of a block, one a reading. `block` is to be handed over unpacked (`|| ''`): each byte is asked for by itself.
-- Head: bits a value (0: all are alike; from 64 on planes of so many bytes), decimals, place of the base (0: none).
-- The highest code says that there is no value. No block: `said`, a JSON list, or nothing at all.
CREATE FUNCTION packed_values(block bytea, base bigint[], readings integer, said jsonb) RETURNS double precision[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  bits integer; divisor float8; low bigint := 0; top bigint;
BEGIN
  IF block IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT one::float8 FROM jsonb_array_elements_text(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  bits := get_byte(block, 0);
  divisor := (10::numeric ^ get_byte(block, 1))::float8;
  IF get_byte(block, 2) > 0 THEN
    low := base[get_byte(block, 2)];
  END IF;
  IF bits = 0 THEN
    RETURN array_fill(low / divisor, ARRAY[readings]);
  END IF;
  top := (1::bigint << CASE WHEN bits < 64 THEN bits ELSE (bits - 64) * 8 END) - 1;
  IF bits = 65 THEN
    RETURN ARRAY(SELECT (low + nullif(get_byte(block, k), 255)) / divisor FROM generate_series(3, readings + 2) AS k);
  ELSIF bits = 66 THEN
    RETURN ARRAY(SELECT (low + nullif(get_byte(block, k) + (get_byte(block, k + readings) << 8), 65535)) / divisor
                   FROM generate_series(3, readings + 2) AS k);
  ELSIF bits > 66 THEN
    RETURN ARRAY(SELECT (low + nullif(get_byte(block, k) + (get_byte(block, k + readings) << 8)
                                      + (get_byte(block, k + readings * 2) << 16)
                                      + CASE bits WHEN 67 THEN 0
                                          ELSE get_byte(block, k + readings * 3)::bigint << 24 END, top)) / divisor
                   FROM generate_series(3, readings + 2) AS k);
  ELSIF bits < 10 THEN
    RETURN ARRAY(SELECT (low + nullif((get_byte(block, 3 + at / 8) + (get_byte(block, 4 + at / 8) << 8)
                                       >> at % 8) & top::integer, top)) / divisor
                   FROM generate_series(0, (readings - 1) * bits, bits) AS at);
  ELSIF bits < 18 THEN
    RETURN ARRAY(SELECT (low + nullif((get_byte(block, 3 + at / 8) + (get_byte(block, 4 + at / 8) << 8)
                                       + (get_byte(block, 5 + at / 8) << 16) >> at % 8) & top::integer, top)) / divisor
                   FROM generate_series(0, (readings - 1) * bits, bits) AS at);
  END IF;
  RETURN ARRAY(SELECT (low + nullif((get_byte(block, 3 + at / 8) + (get_byte(block, 4 + at / 8) << 8)
                                     + (get_byte(block, 5 + at / 8) << 16) + (get_byte(block, 6 + at / 8)::bigint << 24)
                                     + (get_byte(block, 7 + at / 8)::bigint << 32) >> at % 8) & top, top)) / divisor
                 FROM generate_series(0, (readings - 1) * bits, bits) AS at);
END $$;

-- Values of up to three phases, one a reading, as text of an array.
CREATE FUNCTION packed_phases(blocks bytea[], base bigint[], readings integer, said jsonb) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF blocks IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT translate(one, '[]', '{}') FROM jsonb_array_elements_text(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  RETURN ARRAY(
    SELECT CASE WHEN one IS NOT NULL OR two IS NOT NULL OR three IS NOT NULL THEN
             '{' || coalesce(one::real::text, 'NULL')
                 || CASE WHEN cardinality(blocks) > 1 THEN ',' || coalesce(two::real::text, 'NULL') ELSE '' END
                 || CASE WHEN cardinality(blocks) > 2 THEN ',' || coalesce(three::real::text, 'NULL') ELSE '' END || '}' END
      FROM unnest(packed_values(blocks[1] || '', base, readings, NULL), packed_values(blocks[2] || '', base, readings, NULL),
                  packed_values(blocks[3] || '', base, readings, NULL)) WITH ORDINALITY AS e(one, two, three, no)
     ORDER BY no);
END $$;

-- What trackers or strings said, one list a reading. `numbers` of the parts; `keys` of what each says, a block each.
CREATE FUNCTION packed_lists(keys text[], numbers integer[], blocks bytea[], base bigint[], readings integer, said jsonb)
  RETURNS jsonb[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF numbers IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT nullif(one, 'null') FROM jsonb_array_elements(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  RETURN ARRAY(
    SELECT CASE WHEN bool_or(v IS NOT NULL) THEN ('[' || string_agg(CASE key WHEN 1 THEN '{"n":' || numbers[part] ELSE '' END
             || ',"' || keys[key] || '":' || coalesce(v::text, 'null')
             || CASE WHEN key = cardinality(keys) THEN CASE WHEN part = cardinality(numbers) THEN '}' ELSE '},' END ELSE '' END,
             '' ORDER BY part, key) || ']')::jsonb END
      FROM generate_series(1, cardinality(numbers)) AS part
     CROSS JOIN generate_series(1, cardinality(keys)) AS key
     CROSS JOIN LATERAL unnest(packed_values(blocks[(part - 1) * cardinality(keys) + key] || '', base, readings, NULL))
       WITH ORDINALITY AS e(v, no)
     GROUP BY no ORDER BY no);
END $$;

-- What was said once, at each reading that said it.
CREATE FUNCTION packed_said(said jsonb, places bytea, base bigint[], readings integer) RETURNS jsonb[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN said IS NOT NULL THEN
    ARRAY(SELECT said -> place::integer FROM unnest(packed_values(places, base, readings, NULL))
      WITH ORDINALITY AS e(place, no) ORDER BY no) END;
END $$;

CREATE TABLE reading_packed (
  device_no integer NOT NULL,
  day date NOT NULL,                          -- UTC
  readings integer NOT NULL CHECK (readings > 0),
  step_ms integer NOT NULL,                   -- usual time between two of them
  base bigint[] NOT NULL,                     -- least values of blocks
  ts bytea NOT NULL,                          -- ms beyond the start of the day and the steps since
  received bytea,                             -- ms after ts
  hist bytea NOT NULL, state bytea, flags bytea,
  p bytea, q bytea, f bytea, t bytea, p_dc bytea, u_in bytea, i_in bytea, u_out bytea, i_out bytea,
  irr bytea, t_mod bytea, t_amb bytea, wind bytea, s bytea, pf bytea, riso bytea, p_pv bytea, soc bytea,
  e_tot bytea, e_pv bytea, e_in bytea, e_out bytea, e_chg bytea, e_dis bytea, e_day bytea,
  rssi bytea, closed bytea, keepalive bytea,
  u bytea[], i bytea[],                       -- a block a phase
  mppt_n integer[], mppt bytea[],             -- numbers of the trackers; blocks of voltage, current and power of each
  str_n integer[], str bytea[],
  al_said jsonb, al_at bytea,                 -- what was said, each once, and which of it
  raw_said jsonb, raw_at bytea,
  rest jsonb,                                 -- by column: what no block can say, a value a reading
  PRIMARY KEY (device_no, day)
) PARTITION BY RANGE (day);
DO $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT attname FROM pg_attribute WHERE attrelid = 'reading_packed'::regclass AND attnum > 0 AND attstorage = 'x' LOOP
    EXECUTE format('ALTER TABLE reading_packed ALTER COLUMN %I SET STORAGE MAIN', one);
  END LOOP;
END $$;

-- `once` keeps the planner from unpacking a column again for each reading of a day.
CREATE VIEW reading_unpacked AS
SELECT d.device_no, d.day,
       to_timestamp((d.start_ms + d.step_ms::float8 * (k - 1) + d.ts[k]) / 1000) AS ts,
       to_timestamp((d.start_ms + d.step_ms::float8 * (k - 1) + d.ts[k] + d.received[k]) / 1000) AS received_at,
       d.hist[k]::integer::boolean AS hist,
       d.state[k]::smallint AS state, d.flags[k]::integer AS flags, d.p[k]::real AS p, d.q[k]::real AS q,
       d.f[k]::real AS f, d.t[k]::real AS t, d.p_dc[k]::real AS p_dc, d.u_in[k]::real AS u_in,
       d.i_in[k]::real AS i_in, d.u_out[k]::real AS u_out, d.i_out[k]::real AS i_out, d.irr[k]::real AS irr,
       d.t_mod[k]::real AS t_mod, d.t_amb[k]::real AS t_amb, d.wind[k]::real AS wind, d.s[k]::real AS s,
       d.pf[k]::real AS pf, d.riso[k]::real AS riso, d.p_pv[k]::real AS p_pv, d.soc[k]::real AS soc,
       d.e_tot[k] AS e_tot, d.e_pv[k] AS e_pv, d.e_in[k] AS e_in, d.e_out[k] AS e_out, d.e_chg[k] AS e_chg,
       d.e_dis[k] AS e_dis, d.e_day[k] AS e_day, d.rssi[k]::smallint AS rssi, d.u[k]::real[] AS u,
       d.i[k]::real[] AS i, d.closed[k]::integer::boolean AS closed, d.keepalive[k]::integer::boolean AS keepalive,
       d.mppt[k] AS mppt, d.str[k] AS str, d.al[k] AS al, d.raw[k] AS raw
  FROM (SELECT clock_timestamp() AS once, p.device_no, p.day, p.readings, p.step_ms,
               extract(epoch FROM p.day)::float8 * 1000 AS start_ms,
               packed_values(p.ts || '', p.base, p.readings, p.rest -> 'ts') AS ts,
               packed_values(p.received || '', p.base, p.readings, p.rest -> 'received') AS received,
               packed_values(p.hist || '', p.base, p.readings, p.rest -> 'hist') AS hist,
               packed_values(p.state || '', p.base, p.readings, p.rest -> 'state') AS state,
               packed_values(p.flags || '', p.base, p.readings, p.rest -> 'flags') AS flags,
               packed_values(p.p || '', p.base, p.readings, p.rest -> 'p') AS p,
               packed_values(p.q || '', p.base, p.readings, p.rest -> 'q') AS q,
               packed_values(p.f || '', p.base, p.readings, p.rest -> 'f') AS f,
               packed_values(p.t || '', p.base, p.readings, p.rest -> 't') AS t,
               packed_values(p.p_dc || '', p.base, p.readings, p.rest -> 'p_dc') AS p_dc,
               packed_values(p.u_in || '', p.base, p.readings, p.rest -> 'u_in') AS u_in,
               packed_values(p.i_in || '', p.base, p.readings, p.rest -> 'i_in') AS i_in,
               packed_values(p.u_out || '', p.base, p.readings, p.rest -> 'u_out') AS u_out,
               packed_values(p.i_out || '', p.base, p.readings, p.rest -> 'i_out') AS i_out,
               packed_values(p.irr || '', p.base, p.readings, p.rest -> 'irr') AS irr,
               packed_values(p.t_mod || '', p.base, p.readings, p.rest -> 't_mod') AS t_mod,
               packed_values(p.t_amb || '', p.base, p.readings, p.rest -> 't_amb') AS t_amb,
               packed_values(p.wind || '', p.base, p.readings, p.rest -> 'wind') AS wind,
               packed_values(p.s || '', p.base, p.readings, p.rest -> 's') AS s,
               packed_values(p.pf || '', p.base, p.readings, p.rest -> 'pf') AS pf,
               packed_values(p.riso || '', p.base, p.readings, p.rest -> 'riso') AS riso,
               packed_values(p.p_pv || '', p.base, p.readings, p.rest -> 'p_pv') AS p_pv,
               packed_values(p.soc || '', p.base, p.readings, p.rest -> 'soc') AS soc,
               packed_values(p.e_tot || '', p.base, p.readings, p.rest -> 'e_tot') AS e_tot,
               packed_values(p.e_pv || '', p.base, p.readings, p.rest -> 'e_pv') AS e_pv,
               packed_values(p.e_in || '', p.base, p.readings, p.rest -> 'e_in') AS e_in,
               packed_values(p.e_out || '', p.base, p.readings, p.rest -> 'e_out') AS e_out,
               packed_values(p.e_chg || '', p.base, p.readings, p.rest -> 'e_chg') AS e_chg,
               packed_values(p.e_dis || '', p.base, p.readings, p.rest -> 'e_dis') AS e_dis,
               packed_values(p.e_day || '', p.base, p.readings, p.rest -> 'e_day') AS e_day,
               packed_values(p.rssi || '', p.base, p.readings, p.rest -> 'rssi') AS rssi,
               packed_phases(p.u, p.base, p.readings, p.rest -> 'u') AS u,
               packed_phases(p.i, p.base, p.readings, p.rest -> 'i') AS i,
               packed_values(p.closed || '', p.base, p.readings, p.rest -> 'closed') AS closed,
               packed_values(p.keepalive || '', p.base, p.readings, p.rest -> 'keepalive') AS keepalive,
               packed_lists('{u,i,p}', p.mppt_n, p.mppt, p.base, p.readings, p.rest -> 'mppt') AS mppt,
               packed_lists('{i}', p.str_n, p.str, p.base, p.readings, p.rest -> 'str') AS str,
               packed_said(p.al_said, p.al_at || '', p.base, p.readings) AS al,
               packed_said(p.raw_said, p.raw_at || '', p.base, p.readings) AS raw
          FROM reading_packed p) AS d
 CROSS JOIN LATERAL generate_series(1, d.readings) AS k;


-- What everyday work may do with packed days, as the owner and nothing else ------------------------------------------
-- Months of packed days; of small rows every column is worth compressing, and a row is one piece as long as it fits.
CREATE FUNCTION reading_packed_make(month date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  begins CONSTANT date := date_trunc('month', month::timestamp)::date;
  part CONSTANT text := 'reading_packed_' || to_char(begins, 'YYYYMM');
BEGIN
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading_packed'::regclass AND c.relname = part;
  IF FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE reading_packed INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING STORAGE,
                  CONSTRAINT %I CHECK (day >= %L AND day < %L)) WITH (toast_tuple_target = 128)',
                 part, part || '_month', begins, (begins + interval '1 month')::date);
  EXECUTE format('ALTER TABLE reading_packed ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                 part, begins, (begins + interval '1 month')::date);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, part || '_month');
  RETURN true;
END $$;

CREATE FUNCTION reading_packed_drop(month date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  begins CONSTANT date := date_trunc('month', month::timestamp)::date;
  part CONSTANT text := 'reading_packed_' || to_char(begins, 'YYYYMM');
BEGIN
  IF begins + interval '1 month' > (now() AT TIME ZONE 'UTC')::date - 366 THEN
    RAISE insufficient_privilege USING MESSAGE = 'readings of the last 366 days are not dropped';
  END IF;
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading_packed'::regclass AND c.relname = part;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', part);
  RETURN true;
END $$;

-- Takes the rows away that were packed, each device by itself: where the packed day does not say exactly what they said
-- it goes instead. Gives the devices of which it went.
CREATE FUNCTION reading_pack_settle(nos integer[], packed date) RETURNS integer[] LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  begins CONSTANT timestamptz := packed::timestamp AT TIME ZONE 'UTC';
  ends CONSTANT timestamptz := (packed + 1)::timestamp AT TIME ZONE 'UTC';
  apart integer[];
BEGIN
  IF packed > (now() AT TIME ZONE 'UTC')::date - 5 THEN
    RAISE insufficient_privilege USING MESSAGE = 'days that ended less than four days ago are not packed';
  END IF;
  WITH kept AS (
    SELECT device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, i_out, irr, t_mod,
           t_amb, wind, s, pf, riso, p_pv, soc, e_tot, e_pv, e_in, e_out, e_chg, e_dis, e_day, rssi, u, i, closed,
           keepalive, mppt, str, al, raw
      FROM reading WHERE device_no = ANY(nos) AND ts >= begins AND ts < ends),
  said AS (
    SELECT device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, i_out, irr, t_mod,
           t_amb, wind, s, pf, riso, p_pv, soc, e_tot, e_pv, e_in, e_out, e_chg, e_dis, e_day, rssi, u, i, closed,
           keepalive, mppt, str, al, raw
      FROM reading_unpacked WHERE device_no = ANY(nos) AND day = packed)
  SELECT coalesce(array_agg(DISTINCT device_no), '{}') INTO apart
    FROM ((TABLE kept EXCEPT ALL TABLE said) UNION ALL (TABLE said EXCEPT ALL TABLE kept)) AS other;
  DELETE FROM reading_packed WHERE device_no = ANY(apart) AND day = packed;
  DELETE FROM reading WHERE device_no = ANY(nos) AND NOT device_no = ANY(apart) AND ts >= begins AND ts < ends;
  RETURN apart;
END $$;

-- The way back: readings of packed days are rows again. Gives how many days of devices these were.
CREATE FUNCTION reading_unpack(nos integer[], packed date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  days integer;
BEGIN
  INSERT INTO reading (device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, i_out, irr, t_mod,
           t_amb, wind, s, pf, riso, p_pv, soc, e_tot, e_pv, e_in, e_out, e_chg, e_dis, e_day, rssi, u, i, closed,
           keepalive, mppt, str, al, raw)
  SELECT device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, i_out, irr, t_mod,
           t_amb, wind, s, pf, riso, p_pv, soc, e_tot, e_pv, e_in, e_out, e_chg, e_dis, e_day, rssi, u, i, closed,
           keepalive, mppt, str, al, raw
    FROM reading_unpacked WHERE device_no = ANY(nos) AND day = packed
  ON CONFLICT (device_no, ts) DO NOTHING;
  DELETE FROM reading_packed WHERE device_no = ANY(nos) AND day = packed;
  GET DIAGNOSTICS days = ROW_COUNT;
  RETURN days;
END $$;

-- Gives the disk of a day back of which all is packed; false: it holds a reading, or is in use.
CREATE FUNCTION reading_day_empty(day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  part CONSTANT text := 'reading_' || to_char(day, 'YYYYMMDD');
  found boolean;
BEGIN
  PERFORM FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reading'::regclass AND c.relname = part;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE NOWAIT', part);
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO found;
  IF found THEN
    RETURN false;
  END IF;
  EXECUTE format('TRUNCATE %I', part);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

-- Names in them mean the owner's tables, never a temporary table of whoever calls. Days differ, so plans do.
DO $$
DECLARE
  one text;
BEGIN
  FOREACH one IN ARRAY '{reading_packed_make(date),reading_packed_drop(date),"reading_pack_settle(integer[],date)","reading_unpack(integer[],date)",reading_day_empty(date)}'::text[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', one, current_schema());
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_custom_plan', one);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one);
  END LOOP;
END $$;
