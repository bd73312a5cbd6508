-- deckle: no transaction
-- A sweep looks for requests that were never settled, every minute.
CREATE INDEX CONCURRENTLY ai_requests_open ON ai_requests (created_at) WHERE settled_at IS NULL;
