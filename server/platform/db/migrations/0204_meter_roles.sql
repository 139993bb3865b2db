-- What a meter measures, where a person has chosen it; null = it follows from where it stands.
ALTER TABLE device ADD COLUMN meter_role text CHECK (meter_role IN ('grid', 'consumption', 'production'));
