-- The rates of a newsletter that has already been resumed are too low until it is resumed again.
ALTER TABLE newsletters ADD COLUMN delivered_before_resume integer NOT NULL DEFAULT 0;
