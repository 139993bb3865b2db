-- What raised an alarm says that it is over: since then, and when the alarm closes unless it comes back.
ALTER TABLE alarm
  ADD COLUMN cleared_at timestamptz,
  ADD COLUMN closes_at timestamptz,
  ADD CHECK ((cleared_at IS NULL) = (closes_at IS NULL));
CREATE INDEX alarm_closes ON alarm (closes_at) WHERE status <> 'closed' AND closes_at IS NOT NULL;

-- Of a device that goes away what was over already ended then, and not with it.
CREATE OR REPLACE FUNCTION alarm_of_removed_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alarm SET status = 'closed', close_type = 'automatic_cleaning',
         closed_at = coalesce(cleared_at, NEW.removed_at, now())
   WHERE device_id = NEW.id AND status <> 'closed';
  UPDATE alarm_signal SET active = false WHERE device_id = NEW.id AND active;
  RETURN NULL;
END $$;
