-- deckle: no transaction
-- Staff's list of promotions that no newsletter could send.
CREATE INDEX CONCURRENTLY promotions_unable_to_send ON promotions (id) WHERE unable_to_send_at IS NOT NULL;
