-- A station kept a copy of the factor that was proposed when it was made. Who accepted an old proposal gets what is
-- proposed for the country now: until then every country but four had the mean of the world, a tenfold of Norway's.
-- What a person entered or changed stays.
UPDATE station SET co2 = NULL WHERE co2 IN (
  '{"kgPerKwh": 0.48, "source": "Ember, world average 2023"}'::jsonb,
  '{"kgPerKwh": 0.5366, "source": "MEE and NBS of China, national average electricity factor 2022"}'::jsonb,
  '{"kgPerKwh": 0.3733, "source": "US EPA eGRID2022, US average 823.1 lb/MWh"}'::jsonb,
  '{"kgPerKwh": 0.2071, "source": "UK DESNZ conversion factors 2023"}'::jsonb,
  '{"kgPerKwh": 0.716, "source": "CEA of India, CO2 baseline database 19.0"}'::jsonb
);
