-- The temperature of the air and the speed of the wind, as weather stations measure them.
ALTER TABLE reading ADD COLUMN t_amb real, ADD COLUMN wind real;
ALTER TABLE latest ADD COLUMN t_amb real, ADD COLUMN wind real;
