-- Where a book of the energy ledger stands after its newest reading, so that the next one need not read the day again
-- (decision 117). No row: the energy is computed from the readings. May be emptied at any time.
CREATE TABLE energy_fold (
  device_no integer PRIMARY KEY,              -- a device's number, or that of one of its books
  basis text NOT NULL,                        -- what it was computed by: with anything else it is worth nothing
  fold jsonb NOT NULL,                        -- `LedgerFold`
  -- Who wrote it.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (fillfactor = 40);

-- Whoever takes a mark away has computed what came. If it did not write where that led, as servers of the version before
-- do not, the row knows nothing of it and goes. As the owner: their role may not know the table yet.
CREATE FUNCTION energy_fold_settle() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM energy_fold f
   USING (SELECT device_no AS no FROM settled WHERE books & 1 <> 0
          UNION ALL
          SELECT b.no FROM settled s JOIN counter_book b ON b.device_no = s.device_no
           WHERE s.books & CASE b.counter WHEN 'e_in' THEN 2 WHEN 'e_out' THEN 4 WHEN 'e_chg' THEN 8 ELSE 16 END <> 0
         ) AS due
   WHERE f.device_no = due.no AND f.written_by <> pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER energy_fold_settle AFTER DELETE ON energy_due REFERENCING OLD TABLE AS settled
  FOR EACH STATEMENT EXECUTE FUNCTION energy_fold_settle();
