-- What a device's counter has shown of its power by itself when that is more than its rating allows; null = the rating
-- stands. It takes the rating's place where readings are judged, and is a finding about the rating.
ALTER TABLE device ADD COLUMN shown_w double precision;
