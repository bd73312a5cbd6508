-- deckle: no transaction
-- An index with more columns replaces it.
DROP INDEX CONCURRENTLY promotions_partner_id_id_idx;
