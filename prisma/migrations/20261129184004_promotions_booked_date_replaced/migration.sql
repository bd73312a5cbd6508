-- deckle: no transaction
-- An index with more columns replaces it.
DROP INDEX CONCURRENTLY promotions_booked_date;
