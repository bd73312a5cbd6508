-- deckle: no transaction
-- An index with more columns replaces it.
DROP INDEX CONCURRENTLY promotions_created_at_id_idx;
