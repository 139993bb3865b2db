-- By which transaction an order was last written, so that a server that has read all open ones reads those alone that others
-- have written since (decision 148). Null of what was written before.
ALTER TABLE work_order ADD COLUMN changed xid8;
CREATE INDEX work_order_changed ON work_order (changed) WHERE changed IS NOT NULL;

-- A server of the version before writes orders, too.
CREATE TRIGGER work_order_changed BEFORE INSERT OR UPDATE ON work_order FOR EACH ROW EXECUTE FUNCTION row_changed();
