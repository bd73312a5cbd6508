-- A search looks at the best known thousand of the books that match. So that it need not gather all of them first, the words of
-- better known books stand in indexes of their own, each for some ten times as many books as the one before.
CREATE INDEX book_cards_words_3000 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 3000;
CREATE INDEX book_cards_words_300 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 300;
CREATE INDEX book_cards_words_30 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 30;
-- What is not yet sorted into an index is read from end to end by every search: 256 kB, not 4 MB.
ALTER INDEX book_cards_words SET (gin_pending_list_limit = 256);

-- The words that begin with some letters, whatever the database's collation.
CREATE INDEX book_words_begun ON book_words (word COLLATE "C");
