-- messages: to be filled by its feature.
SELECT 1;
