-- What flows through meters and batteries is booked like what is made: each of their counters has a number of its own,
-- below 0, under which the tables of energy keep it as they keep a device's.
CREATE TABLE counter_book (
  no integer GENERATED ALWAYS AS IDENTITY (START WITH -1 INCREMENT BY -1 MINVALUE -2147483648 MAXVALUE -1) PRIMARY KEY,
  device_no integer NOT NULL,
  counter text NOT NULL CHECK (counter IN ('e_in', 'e_out', 'e_chg', 'e_dis')),
  UNIQUE (device_no, counter)
);
-- For which books something came: bits of `domain/telemetry/counters.ts`.
ALTER TABLE energy_due ADD COLUMN books smallint NOT NULL DEFAULT 1;
