-- The name and tax number that a partner's invoices print.

ALTER TABLE partners ADD COLUMN billing_name text, ADD COLUMN tax_number text;
