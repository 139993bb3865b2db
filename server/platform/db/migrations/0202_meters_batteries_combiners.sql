-- What hybrids, meters, batteries and combiner boxes measure, and those kinds of devices.
ALTER TABLE reading
  ADD COLUMN s real, ADD COLUMN pf real, ADD COLUMN riso real, ADD COLUMN p_pv real, ADD COLUMN soc real,
  ADD COLUMN e_pv double precision, ADD COLUMN e_in double precision, ADD COLUMN e_out double precision,
  ADD COLUMN e_chg double precision, ADD COLUMN e_dis double precision, ADD COLUMN e_day double precision,
  ADD COLUMN str jsonb, ADD COLUMN al jsonb;
ALTER TABLE latest
  ADD COLUMN s real, ADD COLUMN pf real, ADD COLUMN riso real, ADD COLUMN p_pv real, ADD COLUMN soc real,
  ADD COLUMN e_pv double precision, ADD COLUMN e_in double precision, ADD COLUMN e_out double precision,
  ADD COLUMN e_chg double precision, ADD COLUMN e_dis double precision, ADD COLUMN e_day double precision,
  ADD COLUMN str jsonb, ADD COLUMN al jsonb;
ALTER TABLE device DROP CONSTRAINT device_kind_check;
ALTER TABLE device ADD CHECK (kind IN
  ('gateway', 'inverter', 'optimizer', 'shutdown', 'weather', 'meter', 'battery', 'combiner'));
ALTER TABLE place DROP CONSTRAINT place_kind_check;
ALTER TABLE place ADD CHECK (kind IN
  ('gateway', 'inverter', 'optimizer', 'shutdown', 'weather', 'meter', 'battery', 'combiner'));
-- A device's own columns and what it measured come in one row: `soc` is the charge of a battery there.
ALTER TABLE device RENAME COLUMN soc TO soc_version;
