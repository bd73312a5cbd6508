-- deckle: no transaction
-- An index with more columns replaces it.
DROP INDEX CONCURRENTLY promotions_book_id_requested_date_id_idx;
