-- An instance of an alarm gets another name when the alarm takes the code of another: what an order holds of it follows.
CREATE FUNCTION order_item_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_item SET instance = NEW.instance WHERE alarm_id = NEW.alarm_id AND instance = OLD.instance;
  RETURN NULL;
END $$;
CREATE TRIGGER order_item_follows AFTER UPDATE OF instance ON alarm_item FOR EACH ROW
  WHEN (OLD.instance <> NEW.instance) EXECUTE FUNCTION order_item_follows();
