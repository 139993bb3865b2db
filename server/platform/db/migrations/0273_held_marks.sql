-- A station that is heard many times a second is marked once in half a minute: until this instant its mark is left where
-- it is, and its figures are not computed (decision 132). Null: taken as soon as it is read. A server of the version before
-- takes it all the same; what the intake of a new one leaves unmarked then is computed half a minute late.
ALTER TABLE station_mark ADD COLUMN held_until timestamptz;
