-- deckle: no transaction
-- With the id, a search finds the promotions of the matching books in the index alone.
CREATE INDEX CONCURRENTLY promotions_book_id_requested_date_id_idx ON promotions (book_id, requested_date, id);
