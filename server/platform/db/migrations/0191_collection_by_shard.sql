-- How far the collection has come, for each of four shards of the stations.
ALTER TABLE rule_collection ADD COLUMN shard smallint;
ALTER TABLE rule_collection DROP COLUMN id;
INSERT INTO rule_collection (shard, done_until, listening_since)
  SELECT n, c.done_until, c.listening_since FROM rule_collection c, generate_series(0, 3) AS n
   WHERE c.shard IS NULL;
DELETE FROM rule_collection WHERE shard IS NULL;
ALTER TABLE rule_collection ALTER COLUMN shard SET NOT NULL, ADD PRIMARY KEY (shard);
