-- What people say about an order stands among its records, as a note of its own kind: it moves nothing.
ALTER TABLE order_flow DROP CONSTRAINT order_flow_note_check;
ALTER TABLE order_flow ADD CONSTRAINT order_flow_note_check
  CHECK (note IN ('alarm_ended', 'alarm_cleared', 'changed', 'comment'));
CREATE INDEX order_flow_comments ON order_flow (order_id) WHERE note = 'comment';
