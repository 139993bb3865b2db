-- A report that is sent again names what the one before it named: a file belongs to one order, and to any of its records.
ALTER TABLE order_file DROP CONSTRAINT order_file_file_id_key;
ALTER TABLE order_file ADD CONSTRAINT order_file_once UNIQUE (flow_id, file_id);
CREATE INDEX order_file_file ON order_file (file_id);
