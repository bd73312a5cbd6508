-- deckle: no transaction
-- Staff's lists by status: few promotions have these, among many that were sent.
CREATE INDEX CONCURRENTLY promotions_cancelled ON promotions (id) WHERE cancelled_at IS NOT NULL;
