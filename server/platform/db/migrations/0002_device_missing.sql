-- Since when a device that its gateway once reported is no longer in the gateway's inventory.
ALTER TABLE device ADD COLUMN missing_since timestamptz;
