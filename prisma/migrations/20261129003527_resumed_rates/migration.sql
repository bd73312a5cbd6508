-- Newsletters that are being sent count from their beginning until they are resumed again.
ALTER TABLE newsletters ADD COLUMN delivered_before_resume integer NOT NULL DEFAULT 0;
