-- By which call a comment was made, so that the same call, repeated because its answer was lost, finds it
-- (decision 130). Null of what is older, of other records and of a server of the version before.
ALTER TABLE order_flow ADD COLUMN act_id uuid;
CREATE UNIQUE INDEX order_flow_act ON order_flow (act_id) WHERE act_id IS NOT NULL;
