-- deckle: no transaction
-- With the booked date, promotions of other dates are skipped in the index, without reading them from the table.
CREATE INDEX CONCURRENTLY promotions_by_creation ON promotions (created_at, coalesce(promotion_date, requested_date), id);
