-- deckle: no transaction
-- With the promotion date, a search among dates finds the promotions of the matching books in the index alone.
CREATE INDEX CONCURRENTLY promotions_book_id_requested_date_id_promotion_date_idx ON promotions (book_id, requested_date, id, promotion_date);
