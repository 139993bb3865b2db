-- Whether a device of a station may need a look, kept with its figures, so that the list of trouble of all stations reads
-- the devices of those alone (decision 132). Null of what a server of the version before has written.
ALTER TABLE station_figures ADD COLUMN troubled boolean;
