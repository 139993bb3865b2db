-- What open alarms have cost so far, as reckoned last, so that a list reads a row an alarm and no readings (decision 135).
-- May be emptied at any time: what is not there is reckoned again.
CREATE TABLE alarm_cost (
  alarm_id uuid PRIMARY KEY REFERENCES alarm (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,                    -- reckoned for this instant
  due_at timestamptz NOT NULL,                -- and anew from this one on
  wh bigint                                   -- null: it makes nothing less, or nothing is known of it
);
CREATE INDEX alarm_cost_due ON alarm_cost (due_at);
