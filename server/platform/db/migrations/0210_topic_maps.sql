-- A mapping of one's own: which of what somebody publishes is which metric (domain/edges/topic-map.ts).
ALTER TABLE edge_device ADD COLUMN map jsonb;
