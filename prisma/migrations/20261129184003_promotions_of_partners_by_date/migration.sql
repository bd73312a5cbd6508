-- deckle: no transaction
-- With the dates, a search among dates finds the promotions of the matching partners in the index alone.
CREATE INDEX CONCURRENTLY promotions_partner_id_id_requested_date_promotion_date_idx ON promotions (partner_id, id, requested_date, promotion_date);
