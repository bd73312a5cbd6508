-- The index with the id replaces it.
DROP INDEX promotions_book_id_requested_date_idx;
