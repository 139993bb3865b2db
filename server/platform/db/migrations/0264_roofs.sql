-- What is expected of a station follows from the planes that its modules lie in (decision 134), and is kept with its
-- figures: a change of its areas, of what hangs in them, of strings or of its own plane marks it.
CREATE TRIGGER station_mark_insert AFTER INSERT ON array_area REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON array_area REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_insert AFTER INSERT ON place REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON place REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_insert AFTER INSERT ON string REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_update AFTER UPDATE ON string REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION station_mark_stations();
CREATE TRIGGER station_mark_plane AFTER UPDATE OF tilt_deg, azimuth_deg ON station
  FOR EACH ROW EXECUTE FUNCTION station_mark_station();
