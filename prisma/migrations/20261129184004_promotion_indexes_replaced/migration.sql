-- The indexes with more columns replace them.
DROP INDEX promotions_booked_date, promotions_created_at_id_idx, promotions_book_id_requested_date_id_idx, promotions_partner_id_id_idx;
