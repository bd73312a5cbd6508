-- deckle: no transaction
-- Staff's list by the booked date (BOOKED_DATE in server/promotions/list.ts), and the promotions of a range of dates.
CREATE INDEX CONCURRENTLY promotions_booked_date ON promotions (coalesce(promotion_date, requested_date), id);
