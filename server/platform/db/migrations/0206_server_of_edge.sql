-- Which server of the installation has it: of several, each stands on a machine of its own.
ALTER TABLE built_in_edge ADD COLUMN server text NOT NULL DEFAULT '';
