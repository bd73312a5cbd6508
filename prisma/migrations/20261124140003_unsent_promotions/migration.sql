-- deckle: no transaction
-- Staff's lists of promotions that are still to be sent.
CREATE INDEX CONCURRENTLY promotions_unsent ON promotions (approval_status, id)
  WHERE sent_at IS NULL AND cancelled_at IS NULL AND unable_to_send_at IS NULL;
