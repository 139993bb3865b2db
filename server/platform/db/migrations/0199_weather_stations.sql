-- Weather stations: what they measure comes like that of other devices.
ALTER TABLE device DROP CONSTRAINT device_kind_check;
ALTER TABLE device ADD CHECK (kind IN ('gateway', 'inverter', 'optimizer', 'shutdown', 'weather'));
ALTER TABLE place DROP CONSTRAINT place_kind_check;
ALTER TABLE place ADD CHECK (kind IN ('gateway', 'inverter', 'optimizer', 'shutdown', 'weather'));
