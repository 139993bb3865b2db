-- The temperature of a module, as a sensor on its back measures it.
ALTER TABLE reading ADD COLUMN t_mod real;
ALTER TABLE latest ADD COLUMN t_mod real;
