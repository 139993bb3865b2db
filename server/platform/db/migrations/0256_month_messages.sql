-- What a month brought, told once ---------------------------------------------------------------------------------------
-- A message about a month: which, and what was known of it when it was told. Of a person and a month there is one,
-- whatever several servers do at once.
ALTER TABLE message ADD COLUMN report_of text CHECK (report_of ~ '^\d{4}-\d{2}$');
ALTER TABLE message ADD COLUMN report jsonb;
ALTER TABLE message ADD CONSTRAINT message_report_both CHECK ((report_of IS NULL) = (report IS NULL));
CREATE UNIQUE INDEX message_report ON message (account_id, report_of) WHERE report_of IS NOT NULL;
ALTER TABLE notification_choice ADD COLUMN reports boolean NOT NULL DEFAULT true;
