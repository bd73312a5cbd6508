-- Reads all rows while others may write them.
ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_before_bound;
