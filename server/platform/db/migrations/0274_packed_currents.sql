-- Packed days in fewer bytes (decision 142); what was packed before is read as it was. What the blocks are is said in
-- server/features/telemetry/packed-block.ts, which writes them. Nothing but these functions and the view below takes them
-- apart, so a server of the version before reads them too.

-- Their bases stand in the blocks.
ALTER TABLE reading_packed ALTER COLUMN base DROP NOT NULL;

-- The same function as in 0260 but for blocks with a base of their own (64 more decimals than there are) and for runs.
CREATE OR REPLACE FUNCTION packed_values(block bytea, base bigint[], readings integer, said jsonb) RETURNS double precision[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  bits integer; divisor float8; low bigint := 0; top bigint; own integer; value bigint; width integer; runs float8[] := '{}';
BEGIN
  IF block IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT one::float8 FROM jsonb_array_elements_text(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  IF get_byte(block, 1) & 64 = 64 THEN
    own := get_byte(block, 2);
    IF own > 0 THEN
      FOR k IN 1 .. own LOOP
        low := low + (get_byte(block, 2 + k)::bigint << 8 * (k - 1));
      END LOOP;
      low := CASE WHEN low & 1 = 1 THEN -((low + 1) / 2) ELSE low / 2 END;
    END IF;
    -- Some bytes more, so that each code can be read alike; runs end with the block.
    block := substr(block, 1, 3) || substr(block, 4 + own) || CASE WHEN get_byte(block, 0) < 64 THEN '\x00000000'::bytea ELSE '' END;
  ELSIF get_byte(block, 2) > 0 THEN
    low := base[get_byte(block, 2)];
  END IF;
  divisor := (10::numeric ^ (get_byte(block, 1) & 15))::float8;
  IF get_byte(block, 1) >= 128 THEN
    -- Differences from the value before, 0, -1, 1, -2, 2 and so on as 0, 1, 2, 3, 4; of an unknown value there is none.
    RETURN ARRAY(
      SELECT CASE WHEN step IS NOT NULL THEN (low + sum(step) OVER (ORDER BY no ROWS UNBOUNDED PRECEDING)) / divisor END
        FROM (SELECT CASE WHEN code::bigint & 1 = 1 THEN -(code + 1) / 2 ELSE code / 2 END AS step, no
                FROM unnest(packed_values(set_byte(set_byte(block, 1, 0), 2, 0), NULL, readings, NULL))
                  WITH ORDINALITY AS e(code, no)) AS steps
       ORDER BY no);
  END IF;
  bits := get_byte(block, 0);
  IF bits = 0 THEN
    RETURN array_fill(low / divisor, ARRAY[readings]);
  END IF;
  top := (1::bigint << CASE WHEN bits < 64 THEN bits WHEN bits < 80 THEN (bits - 64) * 8 ELSE (bits - 80) * 8 END) - 1;
  IF bits > 80 THEN
    width := bits - 80;
    FOR at IN 0 .. (length(block) - 3) / (width + 1) - 1 LOOP
      value := 0;
      FOR byte IN 1 .. width LOOP
        value := value + (get_byte(block, 3 + at * (width + 1) + byte)::bigint << 8 * (byte - 1));
      END LOOP;
      runs := runs || array_fill((low + nullif(value, top)) / divisor, ARRAY[get_byte(block, 3 + at * (width + 1))]);
    END LOOP;
    RETURN runs;
  END IF;
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

-- Currents that say how far they are from what power and voltage make of them, as everything else says its values.
CREATE FUNCTION packed_currents(block bytea, base bigint[], readings integer, said jsonb, powers double precision[],
                                voltages double precision[]) RETURNS double precision[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  own integer; divisor float8; ratio float8;
BEGIN
  IF block IS NULL OR get_byte(block, 1) & 96 <> 96 THEN
    RETURN packed_values(block, base, readings, said);
  END IF;
  own := get_byte(block, 2);
  divisor := (10::numeric ^ (get_byte(block, 1) & 15))::float8;
  ratio := (get_byte(block, 3 + own) + (get_byte(block, 4 + own) << 8)) / 32768::float8;
  RETURN ARRAY(
    SELECT (apart + coalesce(floor(ratio * power / nullif(voltage, 0) * divisor + 0.5), 0)) / divisor
      FROM unnest(packed_values(set_byte(substr(block, 1, 3 + own) || substr(block, 6 + own), 1, 64), NULL, readings, NULL),
                  powers, voltages) WITH ORDINALITY AS e(apart, power, voltage, no) WHERE no <= readings ORDER BY no);
END $$;

-- The same where power and voltage are blocks, which are only looked at when the current follows from them.
CREATE FUNCTION packed_current(block bytea, base bigint[], readings integer, said jsonb, power bytea, voltage bytea)
  RETURNS double precision[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF block IS NULL OR get_byte(block, 1) & 96 <> 96 THEN
    RETURN packed_values(block, base, readings, said);
  END IF;
  RETURN packed_currents(block, base, readings, said, packed_values(power || '', base, readings, NULL),
                         packed_values(voltage || '', base, readings, NULL));
END $$;

-- Power from the modules that says how far it is from what trackers have together.
CREATE FUNCTION packed_dc(block bytea, base bigint[], readings integer, said jsonb, trackers bytea[])
  RETURNS double precision[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  powers float8[] := array_fill(0::float8, ARRAY[readings]);
BEGIN
  IF block IS NULL OR get_byte(block, 1) & 96 <> 96 THEN
    RETURN packed_values(block, base, readings, said);
  END IF;
  FOR part IN 1 .. cardinality(trackers) / 3 LOOP
    powers := ARRAY(SELECT sum + coalesce(p, 0)
                      FROM unnest(powers, packed_values(trackers[part * 3] || '', base, readings, NULL)) WITH ORDINALITY AS e(sum, p, no)
                     ORDER BY no);
  END LOOP;
  RETURN packed_currents(block, base, readings, said, powers, array_fill(1::float8, ARRAY[readings]));
END $$;

-- Currents of up to three phases, one a reading, as text of an array, as `packed_phases` of 0259 says voltages.
CREATE FUNCTION packed_phase_currents(blocks bytea[], base bigint[], readings integer, said jsonb, power bytea, voltages bytea[])
  RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF blocks IS NULL THEN
    RETURN packed_phases(blocks, base, readings, said);
  END IF;
  RETURN ARRAY(
    SELECT CASE WHEN one IS NOT NULL OR two IS NOT NULL OR three IS NOT NULL THEN
             '{' || coalesce(one::real::text, 'NULL')
                 || CASE WHEN cardinality(blocks) > 1 THEN ',' || coalesce(two::real::text, 'NULL') ELSE '' END
                 || CASE WHEN cardinality(blocks) > 2 THEN ',' || coalesce(three::real::text, 'NULL') ELSE '' END || '}' END
      FROM unnest(packed_current(blocks[1] || '', base, readings, NULL, power, voltages[1]),
                  packed_current(blocks[2] || '', base, readings, NULL, power, voltages[2]),
                  packed_current(blocks[3] || '', base, readings, NULL, power, voltages[3])) WITH ORDINALITY AS e(one, two, three, no)
     ORDER BY no);
END $$;

-- The same function as in 0259 but that voltage, current and power of a tracker are taken apart together.
CREATE OR REPLACE FUNCTION packed_lists(keys text[], numbers integer[], blocks bytea[], base bigint[], readings integer, said jsonb)
  RETURNS jsonb[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF numbers IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT nullif(one, 'null') FROM jsonb_array_elements(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  IF keys = '{u,i,p}' THEN
    RETURN ARRAY(
      SELECT CASE WHEN bool_or(u IS NOT NULL OR i IS NOT NULL OR p IS NOT NULL) THEN
               ('[' || string_agg('{"n":' || numbers[part] || ',"u":' || coalesce(u::text, 'null') || ',"i":'
                                  || coalesce(i::text, 'null') || ',"p":' || coalesce(p::text, 'null') || '}', ',' ORDER BY part)
                    || ']')::jsonb END
        FROM generate_series(1, cardinality(numbers)) AS part
       CROSS JOIN LATERAL (
         SELECT packed_values(blocks[part * 3 - 2] || '', base, readings, NULL) AS voltages,
                packed_values(blocks[part * 3] || '', base, readings, NULL) AS powers OFFSET 0) AS known
       CROSS JOIN LATERAL unnest(voltages, packed_currents(blocks[part * 3 - 1] || '', base, readings, NULL, powers, voltages), powers)
         WITH ORDINALITY AS e(u, i, p, no)
       GROUP BY no ORDER BY no);
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

-- `once` keeps the planner from unpacking a column again for each reading of a day.
CREATE OR REPLACE VIEW reading_unpacked AS
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
               packed_dc(p.p_dc || '', p.base, p.readings, p.rest -> 'p_dc', p.mppt) AS p_dc,
               packed_values(p.u_in || '', p.base, p.readings, p.rest -> 'u_in') AS u_in,
               packed_current(p.i_in || '', p.base, p.readings, p.rest -> 'i_in', p.p, p.u_in) AS i_in,
               packed_values(p.u_out || '', p.base, p.readings, p.rest -> 'u_out') AS u_out,
               packed_current(p.i_out || '', p.base, p.readings, p.rest -> 'i_out', p.p, p.u_out) AS i_out,
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
               packed_phase_currents(p.i, p.base, p.readings, p.rest -> 'i', p.p, p.u) AS i,
               packed_values(p.closed || '', p.base, p.readings, p.rest -> 'closed') AS closed,
               packed_values(p.keepalive || '', p.base, p.readings, p.rest -> 'keepalive') AS keepalive,
               packed_lists('{u,i,p}', p.mppt_n, p.mppt, p.base, p.readings, p.rest -> 'mppt') AS mppt,
               packed_lists('{i}', p.str_n, p.str, p.base, p.readings, p.rest -> 'str') AS str,
               packed_said(p.al_said, p.al_at || '', p.base, p.readings) AS al,
               packed_said(p.raw_said, p.raw_at || '', p.base, p.readings) AS raw
          FROM reading_packed p) AS d
 CROSS JOIN LATERAL generate_series(1, d.readings) AS k;
