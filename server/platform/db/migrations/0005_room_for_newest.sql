-- Rows that are overwritten with every report: with room beside them an update stays on its page and no index is
-- touched. Half the time of bringing readings in was spent on this.
ALTER TABLE latest SET (fillfactor = 50);
ALTER TABLE energy_due SET (fillfactor = 40);
