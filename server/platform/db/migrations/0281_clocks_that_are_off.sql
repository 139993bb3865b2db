-- Which clocks of gateways are off by more than ten minutes is asked at each look at trouble: they are few of very many.
CREATE INDEX gateway_link_clock_off ON gateway_link (device_id) WHERE abs(clock_offset_ms) > 600000;
