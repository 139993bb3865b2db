-- Rows of readings in fewer bytes (decision 131): what trackers and strings said in `trackers` and `strings`, up to three
-- phases in columns of their own. What these cannot say stands in `mppt`, `str`, `u` and `i`, as in older rows.
-- Written by server/features/telemetry/reading-stage.ts; the bytes are said in list-bytes.ts beside it.
ALTER TABLE reading
  ADD COLUMN u1 real, ADD COLUMN u2 real, ADD COLUMN u3 real,
  ADD COLUMN i1 real, ADD COLUMN i2 real, ADD COLUMN i3 real,
  ADD COLUMN trackers bytea, ADD COLUMN strings bytea;

-- A list of bytes as JSON; `keys` of what each part says.
CREATE FUNCTION said_list(keys text[], bytes bytea) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  parts CONSTANT integer := get_byte(bytes, 0);
  each CONSTANT integer := cardinality(keys);
  width CONSTANT integer := get_byte(bytes, 1) & 127;
  numbered CONSTANT boolean := get_byte(bytes, 1) > 127;
  middle CONSTANT bigint := 1::bigint << width * 8 - 1;
  at integer := 2 + each + CASE WHEN numbered THEN parts ELSE 0 END;
  said text := '';
BEGIN
  FOR part IN 1 .. parts LOOP
    said := said || CASE WHEN part > 1 THEN '},{"n":' ELSE '[{"n":' END
                 || CASE WHEN numbered THEN get_byte(bytes, 1 + each + part) ELSE part END;
    FOR key IN 1 .. each LOOP
      said := said || ',"' || keys[key] || '":' || coalesce(((CASE width
          WHEN 2 THEN nullif((get_byte(bytes, at) << 8) + get_byte(bytes, at + 1), 0)
          WHEN 1 THEN nullif(get_byte(bytes, at), 0)
          WHEN 3 THEN nullif((get_byte(bytes, at) << 16) + (get_byte(bytes, at + 1) << 8) + get_byte(bytes, at + 2), 0)
          ELSE nullif((get_byte(bytes, at)::bigint << 24) + (get_byte(bytes, at + 1) << 16) + (get_byte(bytes, at + 2) << 8)
                      + get_byte(bytes, at + 3), 0) END - middle)
        / ('{1,10,100,1000,1e4,1e5,1e6,1e7,1e8,1e9}'::float8[])[1 + get_byte(bytes, 1 + key)])::text, 'null');
      at := at + width;
    END LOOP;
  END LOOP;
  RETURN (said || '}]')::jsonb;
END $$;

-- The value of a list of bytes that stands at `at`, `decimals` of it; without a value: null. Becomes part of the statement.
CREATE FUNCTION said_value(bytes bytea, at integer, width integer, decimals integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE width
      WHEN 2 THEN nullif((get_byte(bytes, at) << 8) + get_byte(bytes, at + 1), 0) - 32768
      WHEN 1 THEN nullif(get_byte(bytes, at), 0) - 128
      WHEN 3 THEN nullif((get_byte(bytes, at) << 16) + (get_byte(bytes, at + 1) << 8) + get_byte(bytes, at + 2), 0) - 8388608
      ELSE nullif((get_byte(bytes, at)::bigint << 24) + (get_byte(bytes, at + 1) << 16) + (get_byte(bytes, at + 2) << 8)
                  + get_byte(bytes, at + 3), 0) - 2147483648 END)
    / ('{1,10,100,1000,1e4,1e5,1e6,1e7,1e8,1e9}'::float8[])[1 + decimals]
$$;

-- What trackers said at a time, a row each: of `mppt_said` and `trackers` of the view below, one of which there is.
CREATE FUNCTION tracker_values(said jsonb, bytes bytea)
  RETURNS TABLE (n integer, u double precision, i double precision, p double precision)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (m ->> 'n')::integer, (m ->> 'u')::float8, (m ->> 'i')::float8, (m ->> 'p')::float8
    FROM jsonb_array_elements(said) AS m
  UNION ALL
  SELECT CASE WHEN get_byte(bytes, 1) > 127
              THEN get_byte(bytes, 5 + (at - 5 - get_byte(bytes, 0)) / (3 * (get_byte(bytes, 1) & 127)))
              ELSE 1 + (at - 5) / (3 * get_byte(bytes, 1)) END,
         said_value(bytes, at, get_byte(bytes, 1) & 127, get_byte(bytes, 2)),
         said_value(bytes, at + (get_byte(bytes, 1) & 127), get_byte(bytes, 1) & 127, get_byte(bytes, 3)),
         said_value(bytes, at + (get_byte(bytes, 1) & 127) * 2, get_byte(bytes, 1) & 127, get_byte(bytes, 4))
    FROM generate_series(5 + (get_byte(bytes, 1) >> 7) * get_byte(bytes, 0),
                         4 + (get_byte(bytes, 1) >> 7) * get_byte(bytes, 0) + get_byte(bytes, 0) * 3 * (get_byte(bytes, 1) & 127),
                         3 * (get_byte(bytes, 1) & 127)) AS at
$$;

-- Rows of either form with the columns they always had; and lists as they lie there, for who reads many.
CREATE VIEW reading_rows AS
SELECT device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, i_out, irr, t_mod,
       t_amb, wind, s, pf, riso, p_pv, soc, e_tot, e_pv, e_in, e_out, e_chg, e_dis, e_day, rssi,
       CASE WHEN u3 IS NOT NULL THEN ARRAY[u1, u2, u3] WHEN u2 IS NOT NULL THEN ARRAY[u1, u2]
            WHEN u1 IS NOT NULL THEN ARRAY[u1] ELSE u END AS u,
       CASE WHEN i3 IS NOT NULL THEN ARRAY[i1, i2, i3] WHEN i2 IS NOT NULL THEN ARRAY[i1, i2]
            WHEN i1 IS NOT NULL THEN ARRAY[i1] ELSE i END AS i,
       closed, keepalive,
       CASE WHEN trackers IS NOT NULL THEN said_list('{u,i,p}', trackers) ELSE mppt END AS mppt,
       CASE WHEN strings IS NOT NULL THEN said_list('{i}', strings) ELSE str END AS str,
       al, raw, mppt AS mppt_said, trackers, str AS str_said, strings
  FROM reading;

-- The same function as in 0259 but for where it takes the rows from.
CREATE OR REPLACE FUNCTION reading_pack_settle(nos integer[], packed date) RETURNS integer[] LANGUAGE plpgsql SECURITY DEFINER AS $$
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
      FROM reading_rows WHERE device_no = ANY(nos) AND ts >= begins AND ts < ends),
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

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION reading_pack_settle(integer[],date) SET search_path = %I, pg_temp', current_schema());
  ALTER FUNCTION reading_pack_settle(integer[],date) SET plan_cache_mode = force_custom_plan;
END $$;
