-- deckle: no transaction
-- Staff's list by the last change.
CREATE INDEX CONCURRENTLY promotions_updated_at_id_idx ON promotions (updated_at, id);
