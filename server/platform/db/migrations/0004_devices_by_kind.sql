-- Inverters and gateways of a few stations among many, removed ones included: their energy stays the station's.
CREATE INDEX device_station_kind ON device (station_id, kind);
