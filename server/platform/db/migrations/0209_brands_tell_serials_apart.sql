-- Makers print the same serials: a device is known by its brand and its serial ------------------------------------------
-- Of a brand its first word counts, its ASCII letters small, without marks; as domain/devices/identity.ts says it.
-- A gateway logs in with its serial, so that of gateways the serial alone counts.
ALTER TABLE device ADD COLUMN brand_key text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN kind = 'gateway' THEN ''
       ELSE translate(lower(split_part(ltrim(brand, ' '), ' ', 1) COLLATE "C"), '.,_/&()''"+-', '') END) STORED;

CREATE UNIQUE INDEX device_identity ON device (sn_key, brand_key) WHERE removed_at IS NULL;
-- Gateways speak of devices by their serials alone.
CREATE UNIQUE INDEX device_behind ON device (gateway_id, sn_key) WHERE removed_at IS NULL AND gateway_id IS NOT NULL;
DROP INDEX device_sn;

-- What a gateway says of a device that it may not have: its page, and that of the gateway that has it, tell which is meant.
ALTER TABLE quarantine ADD COLUMN brand text NOT NULL DEFAULT '';
ALTER TABLE quarantine ADD COLUMN brand_key text NOT NULL GENERATED ALWAYS AS (
  translate(lower(split_part(ltrim(brand, ' '), ' ', 1) COLLATE "C"), '.,_/&()''"+-', '')) STORED;
CREATE INDEX quarantine_serial ON quarantine (sn_key) WHERE reason = 'other_gateway';
