-- deckle: no transaction
-- The index with the id replaces it.
DROP INDEX CONCURRENTLY promotions_book_id_requested_date_idx;
