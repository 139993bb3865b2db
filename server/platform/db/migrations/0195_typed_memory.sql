-- What each analysis remembers of a device: a row a kind of memory, so that each has a shape of its own.
CREATE TABLE analysis_memory (
  device_id uuid NOT NULL REFERENCES device ON DELETE CASCADE,
  kind text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (device_id, kind)
);

INSERT INTO analysis_memory (device_id, kind, value)
  SELECT device_id, 'ran_since', jsonb_build_object('at', learned->'ran'->0) FROM rule_memory
   WHERE learned->'ran'->0 IS NOT NULL
  UNION ALL
  SELECT device_id, 'courses', jsonb_build_object('sum', learned->'course'->0, 'weighted', learned->'course'->1,
         'before', learned->'course'->2, 'after', learned->'course'->3) FROM rule_memory
   WHERE learned->'course'->3 IS NOT NULL
  UNION ALL
  SELECT device_id, 'counter', jsonb_build_object('wh', learned->'wh'->0, 'ts', learned->'wh'->1) FROM rule_memory
   WHERE learned->'wh'->1 IS NOT NULL
  UNION ALL
  SELECT device_id, 'grid_levels', jsonb_build_object('phases', (
           SELECT jsonb_agg(jsonb_build_object('volts', learned->'volts'->(2 * n), 'seen', learned->'volts'->(2 * n + 1))
                  ORDER BY n)
             FROM generate_series(0, jsonb_array_length(learned->'volts') / 2 - 1) AS n))
    FROM rule_memory WHERE jsonb_array_length(learned->'volts') >= 2
  UNION ALL
  SELECT device_id, 'tracker_shares', jsonb_object_agg(one.key,
           jsonb_build_object('share', one.value->0, 'seen', one.value->1, 'deviation', one.value->2))
    FROM rule_memory, jsonb_each(learned) AS one WHERE one.key ~ '^[0-9]+/(am|pm)$' AND one.value->2 IS NOT NULL
   GROUP BY device_id;

DROP TABLE rule_memory;
