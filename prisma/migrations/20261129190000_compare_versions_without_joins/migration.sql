-- These triggers compare the rows before and after a statement. They joined the two, and a session plans such a join once,
-- for the number of rows of its first statement, which is usually 1. A later change of 5,000 readers took 2.7 s instead of
-- 0.13 s, and one of 20,000 books more than six minutes. Sets are hashed or sorted, which is fast whatever number of rows
-- the plan expected.
CREATE OR REPLACE FUNCTION sync_books_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unlisted CONSTANT text[] := '{store_data,store_data_fetched_at,cover_source_url,created_at,updated_at}';
  changed integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT id FROM written);
  ELSE
    changed := ARRAY(
      SELECT id FROM (
        SELECT id, to_jsonb(o) - unlisted AS listed FROM before o UNION SELECT id, to_jsonb(n) - unlisted FROM written n) versions
      GROUP BY id HAVING count(*) > 1);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM write_book_cards(changed);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sync_author_names_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE renamed integer[] := ARRAY(
  SELECT id FROM (SELECT id, name FROM before UNION SELECT id, name FROM written) versions GROUP BY id HAVING count(*) > 1);
BEGIN
  IF cardinality(renamed) > 0 THEN
    PERFORM write_book_cards(ARRAY(SELECT id FROM books WHERE author_id = ANY (renamed)));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sync_deals_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := ARRAY(
      SELECT unnest(array_agg(book_id)) FROM (
        SELECT id, book_id, sent_at, cancelled_at, promotion_date, deal_ends_on, sale_price_cents, current_price_cents, reviewed_book, reviewed_store_urls FROM before
        UNION
        SELECT id, book_id, sent_at, cancelled_at, promotion_date, deal_ends_on, sale_price_cents, current_price_cents, reviewed_book, reviewed_store_urls FROM written) versions
      GROUP BY id HAVING count(*) > 1 AND count(sent_at) > 0);
  ELSIF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT book_id FROM written WHERE sent_at IS NOT NULL);
  ELSE
    changed := ARRAY(SELECT book_id FROM before WHERE sent_at IS NOT NULL);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM 1 FROM book_cards WHERE book_id = ANY (changed) ORDER BY book_id FOR UPDATE;
    UPDATE book_cards SET version = nextval('book_versions') WHERE book_id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;

-- Words that one of the cards had before are known already.
CREATE OR REPLACE FUNCTION sync_cards_to_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO book_words (word) SELECT DISTINCT word FROM written, unnest(tsvector_to_array(words)) word ORDER BY word ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO book_words (word)
    SELECT DISTINCT word FROM (SELECT words FROM written EXCEPT SELECT words FROM before) added, unnest(tsvector_to_array(words)) word
    ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The id of a reader never changes, so both versions have the same categories.
CREATE OR REPLACE FUNCTION sync_changed_readers_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reader_counts (category_id, frequency, free_only, readers)
  SELECT c.category_id, moved.frequency, moved.free_only, sum(moved.change)
  FROM (
    SELECT id, frequency, free_only, sum(change) AS change FROM (
      SELECT id, frequency, free_only, -1 AS change FROM before WHERE is_counted_reader(status, confirmed_at)
      UNION ALL SELECT id, frequency, free_only, 1 FROM written WHERE is_counted_reader(status, confirmed_at)) versions
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0) moved
    CROSS JOIN LATERAL (SELECT 0 AS category_id UNION ALL SELECT rc.category_id FROM reader_categories rc WHERE rc.reader_id = moved.id) c
  GROUP BY 1, 2, 3 HAVING sum(moved.change) <> 0;
  RETURN NULL;
END $$;
