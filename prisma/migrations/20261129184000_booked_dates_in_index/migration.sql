-- deckle: no transaction
-- With these columns, the promotions of a range of dates are counted and sorted by requested date in the index alone.
CREATE INDEX CONCURRENTLY promotions_by_booked_date ON promotions (coalesce(promotion_date, requested_date), id) INCLUDE (promotion_date, requested_date);
