-- A narrow row beside each book, written by triggers in the transaction that changes the book: what lists filter and search
-- by, and a version that changes with everything a public list shows of the book. Prisma does not know these tables.
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE SEQUENCE book_versions;
CREATE TABLE book_cards (
  book_id integer PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  status "BookStatus" NOT NULL,
  partner_id integer NOT NULL,
  author_id integer,
  category_id integer NOT NULL,
  secondary_category_id integer,
  popularity integer NOT NULL,
  title_key text NOT NULL,
  words tsvector NOT NULL
) WITH (fillfactor = 90);
CREATE INDEX book_cards_listed ON book_cards (status, book_id) INCLUDE (version);
CREATE INDEX book_cards_by_category ON book_cards (category_id, status, book_id) INCLUDE (version);
CREATE INDEX book_cards_by_secondary ON book_cards (secondary_category_id, status, book_id) INCLUDE (version, category_id) WHERE secondary_category_id IS NOT NULL;
CREATE INDEX book_cards_by_partner ON book_cards (partner_id, book_id);
CREATE INDEX book_cards_by_author ON book_cards (author_id, book_id);
CREATE INDEX book_cards_words ON book_cards USING gin (words);
CREATE INDEX book_cards_popular ON book_cards (popularity DESC, book_id DESC);
CREATE INDEX book_cards_title ON book_cards (title_key);

-- Every word of the cards, to correct a mistyped one by. How often each is used is counted once a day.
CREATE TABLE book_words (word text PRIMARY KEY, books integer NOT NULL DEFAULT 1);
CREATE INDEX book_words_trgm ON book_words USING gin (word gin_trgm_ops);

-- How many active books there are: in each category (first or second), and in all, which is row 0. `changed` moves with the
-- set of books, so that a remembered place in a long list is known to be out of date.
CREATE TABLE book_counts (category_id integer PRIMARY KEY, books integer NOT NULL, changed bigint NOT NULL);
INSERT INTO book_counts VALUES (0, 0, 0);

-- What is compared, of stored and of typed words: small letters without accents, apostrophes dropped, all else a space.
CREATE FUNCTION plain_words(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(regexp_replace(lower(public.unaccent('public.unaccent', $1)), '[''’`]', '', 'g'), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- Locks before it reads, authors before cards as a renaming does, so that of two changes at once the later sees the earlier.
CREATE FUNCTION write_book_cards(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM authors WHERE id IN (SELECT author_id FROM books WHERE id = ANY (ids)) ORDER BY id FOR SHARE;
  PERFORM 1 FROM book_cards WHERE book_id = ANY (ids) ORDER BY book_id FOR UPDATE;
  INSERT INTO book_cards (book_id, version, status, partner_id, author_id, category_id, secondary_category_id, popularity, title_key, words)
  SELECT b.id, nextval('book_versions'), b.status, b.partner_id, b.author_id, b.category_id, b.secondary_category_id, coalesce(b.rating_count, 0), plain_words(b.title),
    setweight(to_tsvector('simple', plain_words(b.title)), 'A')
      || setweight(to_tsvector('simple', plain_words(coalesce(a.name, ''))), 'B')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', b.series, b.subtitle))), 'C')
  FROM books b LEFT JOIN authors a ON a.id = b.author_id
  WHERE b.id = ANY (ids)
  ORDER BY b.id
  ON CONFLICT (book_id) DO UPDATE SET version = excluded.version, status = excluded.status,
    partner_id = excluded.partner_id, author_id = excluded.author_id, category_id = excluded.category_id,
    secondary_category_id = excluded.secondary_category_id, popularity = excluded.popularity, title_key = excluded.title_key, words = excluded.words;
END $$;

CREATE FUNCTION books_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_book_cards(ARRAY(SELECT id FROM written));
  RETURN NULL;
END $$;
CREATE TRIGGER books_inserted AFTER INSERT ON books REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION books_to_cards();
CREATE TRIGGER books_updated AFTER UPDATE ON books REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION books_to_cards();

CREATE FUNCTION author_names_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_book_cards(ARRAY(
    SELECT b.id FROM books b JOIN written a ON a.id = b.author_id JOIN before o ON o.id = a.id WHERE o.name IS DISTINCT FROM a.name));
  RETURN NULL;
END $$;
CREATE TRIGGER authors_renamed AFTER UPDATE ON authors REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION author_names_to_cards();

-- A list shows the running deal of a book.
CREATE FUNCTION deals_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := ARRAY(
      SELECT unnest(ARRAY[o.book_id, n.book_id]) FROM before o JOIN written n USING (id)
      WHERE (o.sent_at IS NOT NULL OR n.sent_at IS NOT NULL)
        AND (o.sent_at, o.cancelled_at, o.promotion_date, o.deal_ends_on, o.sale_price_cents, o.current_price_cents, o.book_id)
          IS DISTINCT FROM (n.sent_at, n.cancelled_at, n.promotion_date, n.deal_ends_on, n.sale_price_cents, n.current_price_cents, n.book_id));
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
CREATE TRIGGER promotions_inserted AFTER INSERT ON promotions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();
CREATE TRIGGER promotions_deleted AFTER DELETE ON promotions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();
CREATE TRIGGER promotions_updated AFTER UPDATE ON promotions REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();

-- The counts a card is part of: all books and its categories, while it is active.
CREATE FUNCTION counts_of(status "BookStatus", category_id integer, secondary_category_id integer) RETURNS SETOF integer LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT unnest(ARRAY[0, category_id, secondary_category_id]) WHERE status = 'active'
$$;

-- Row 0 is always locked first, so that two changes queue there and never wait for each other.
CREATE FUNCTION add_to_book_counts(counted integer[], deltas bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(counted) > 0 THEN
    PERFORM 1 FROM book_counts WHERE category_id = 0 FOR UPDATE;
    INSERT INTO book_counts (category_id, books, changed)
    SELECT id, delta, nextval('book_versions') FROM unnest(counted, deltas) AS moved (id, delta) WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT (category_id) DO UPDATE SET books = book_counts.books + excluded.books, changed = excluded.changed;
  END IF;
END $$;

CREATE FUNCTION cards_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE counted integer[]; deltas bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, count(*) AS delta FROM written, counts_of(status, category_id, secondary_category_id) id GROUP BY id) moved;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, -count(*) AS delta FROM before, counts_of(status, category_id, secondary_category_id) id GROUP BY id) moved;
  ELSE
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, sum(one) AS delta FROM (
        SELECT id, 1 AS one FROM written, counts_of(status, category_id, secondary_category_id) id
        UNION ALL SELECT id, -1 FROM before, counts_of(status, category_id, secondary_category_id) id) both_sides
      GROUP BY id HAVING sum(one) <> 0) moved;
  END IF;
  PERFORM add_to_book_counts(counted, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER book_cards_counted_in AFTER INSERT ON book_cards REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();
CREATE TRIGGER book_cards_counted_out AFTER DELETE ON book_cards REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();
CREATE TRIGGER book_cards_recounted AFTER UPDATE ON book_cards REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();

CREATE FUNCTION cards_to_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_words (word) SELECT DISTINCT word FROM written, unnest(tsvector_to_array(words)) word ORDER BY word ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER book_cards_worded AFTER INSERT ON book_cards REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION cards_to_words();
CREATE TRIGGER book_cards_reworded AFTER UPDATE ON book_cards REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION cards_to_words();

SELECT write_book_cards(ARRAY(SELECT id FROM books));
