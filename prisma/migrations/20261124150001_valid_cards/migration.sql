-- deckle: no transaction
-- A sweep looks for cards that expired, every hour.
CREATE INDEX CONCURRENTLY credit_cards_valid ON credit_cards (exp_year, exp_month) WHERE is_card_valid;
