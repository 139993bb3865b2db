-- Every metric of the catalogue has a column. Older readings keep these two beside the raw codes.
ALTER TABLE reading ADD COLUMN i_out real, ADD COLUMN irr real;
ALTER TABLE latest ADD COLUMN i_out real, ADD COLUMN irr real;
