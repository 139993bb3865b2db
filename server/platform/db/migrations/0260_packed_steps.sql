-- Blocks of packed days whose values change little are differences (decision 127); what was packed before is read as it was.
-- The same function as in 0259 but for its second paragraph; 128 more decimals than there are say that it is differences.
CREATE OR REPLACE FUNCTION packed_values(block bytea, base bigint[], readings integer, said jsonb) RETURNS double precision[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  bits integer; divisor float8; low bigint := 0; top bigint;
BEGIN
  IF block IS NULL THEN
    RETURN CASE WHEN said IS NOT NULL THEN
      ARRAY(SELECT one::float8 FROM jsonb_array_elements_text(said) WITH ORDINALITY AS e(one, no) ORDER BY no) END;
  END IF;
  IF get_byte(block, 1) >= 128 THEN
    -- Differences from the value before, 0, -1, 1, -2, 2 and so on as 0, 1, 2, 3, 4; of an unknown value there is none.
    divisor := (10::numeric ^ (get_byte(block, 1) - 128))::float8;
    IF get_byte(block, 2) > 0 THEN
      low := base[get_byte(block, 2)];
    END IF;
    RETURN ARRAY(
      SELECT CASE WHEN step IS NOT NULL THEN (low + sum(step) OVER (ORDER BY no ROWS UNBOUNDED PRECEDING)) / divisor END
        FROM (SELECT CASE WHEN code::bigint & 1 = 1 THEN -(code + 1) / 2 ELSE code / 2 END AS step, no
                FROM unnest(packed_values(set_byte(set_byte(block, 1, 0), 2, 0), base, readings, NULL))
                  WITH ORDINALITY AS e(code, no)) AS steps
       ORDER BY no);
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
