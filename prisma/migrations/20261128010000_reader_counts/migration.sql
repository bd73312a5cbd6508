-- Numbers of active readers by category, frequency, and price choice, so that no page has to count the readers. Category 0 is
-- all of them. Rows are only added, and a number is the sum of its rows, so concurrent sign-ups never wait for each other.
-- An hourly sweep adds the rows up.
CREATE TABLE reader_counts (
  category_id integer NOT NULL,
  frequency "Frequency" NOT NULL,
  free_only boolean NOT NULL,
  readers integer NOT NULL
);
CREATE INDEX reader_counts_category ON reader_counts (category_id);

-- For the numbers of new readers by month.
CREATE INDEX "readers_confirmed_at_idx" ON "readers"("confirmed_at");

-- Counts leave out those whose email bounced lately, who are few.
CREATE INDEX readers_bounced ON readers (last_bounce_at) WHERE status = 'active';

CREATE FUNCTION is_counted_reader(status "ReaderStatus", confirmed_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status = 'active' AND confirmed_at IS NOT NULL
$$;

-- A reader's categories can't exist before the reader, and their own trigger counts them.
CREATE FUNCTION sync_new_readers_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reader_counts (category_id, frequency, free_only, readers)
  SELECT 0, frequency, free_only, count(*) FROM written WHERE is_counted_reader(status, confirmed_at) GROUP BY 2, 3;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_changed_readers_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reader_counts (category_id, frequency, free_only, readers)
  SELECT c.category_id, side.frequency, side.free_only, sum(side.change)
  FROM before b JOIN written w USING (id)
    CROSS JOIN LATERAL (VALUES
      (b.frequency, b.free_only, -1, is_counted_reader(b.status, b.confirmed_at)),
      (w.frequency, w.free_only, 1, is_counted_reader(w.status, w.confirmed_at))) side (frequency, free_only, change, is_counted)
    CROSS JOIN LATERAL (SELECT 0 AS category_id UNION ALL SELECT rc.category_id FROM reader_categories rc WHERE rc.reader_id = b.id) c
  WHERE (is_counted_reader(b.status, b.confirmed_at), b.frequency, b.free_only) <> (is_counted_reader(w.status, w.confirmed_at), w.frequency, w.free_only)
    AND side.is_counted
  GROUP BY 1, 2, 3 HAVING sum(side.change) <> 0;
  RETURN NULL;
END $$;

-- Before the row is gone, because its categories go with it.
CREATE FUNCTION sync_deleted_reader_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_counted_reader(OLD.status, OLD.confirmed_at) THEN
    INSERT INTO reader_counts (category_id, frequency, free_only, readers)
    SELECT c.category_id, OLD.frequency, OLD.free_only, -1
    FROM (SELECT 0 AS category_id UNION ALL SELECT rc.category_id FROM reader_categories rc WHERE rc.reader_id = OLD.id) c;
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION clear_reader_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reader_counts;
  RETURN NULL;
END $$;

-- These rows are inserted and deleted, never changed. Locks the readers, so that of two concurrent changes to a reader and their categories, the later one sees the earlier.
CREATE FUNCTION sync_reader_categories_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM readers WHERE id IN (SELECT reader_id FROM written) ORDER BY id FOR SHARE;
    INSERT INTO reader_counts (category_id, frequency, free_only, readers)
    SELECT w.category_id, r.frequency, r.free_only, count(*)
    FROM written w JOIN readers r ON r.id = w.reader_id WHERE is_counted_reader(r.status, r.confirmed_at) GROUP BY 1, 2, 3;
  ELSE
    PERFORM 1 FROM readers WHERE id IN (SELECT reader_id FROM before) ORDER BY id FOR SHARE;
    INSERT INTO reader_counts (category_id, frequency, free_only, readers)
    SELECT b.category_id, r.frequency, r.free_only, -count(*)
    FROM before b JOIN readers r ON r.id = b.reader_id WHERE is_counted_reader(r.status, r.confirmed_at) GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER readers_update_counts_on_insert AFTER INSERT ON readers REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION sync_new_readers_to_counts();
CREATE TRIGGER readers_update_counts_on_update AFTER UPDATE ON readers REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION sync_changed_readers_to_counts();
CREATE TRIGGER readers_update_counts_on_delete BEFORE DELETE ON readers FOR EACH ROW EXECUTE FUNCTION sync_deleted_reader_to_counts();
CREATE TRIGGER readers_clear_counts_on_truncate AFTER TRUNCATE ON readers FOR EACH STATEMENT EXECUTE FUNCTION clear_reader_counts();
CREATE TRIGGER reader_categories_update_counts_on_insert AFTER INSERT ON reader_categories REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION sync_reader_categories_to_counts();
CREATE TRIGGER reader_categories_update_counts_on_delete AFTER DELETE ON reader_categories REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION sync_reader_categories_to_counts();

LOCK TABLE readers, reader_categories IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO reader_counts (category_id, frequency, free_only, readers)
SELECT 0, frequency, free_only, count(*) FROM readers WHERE is_counted_reader(status, confirmed_at) GROUP BY 2, 3
UNION ALL
SELECT rc.category_id, r.frequency, r.free_only, count(*)
FROM reader_categories rc JOIN readers r ON r.id = rc.reader_id WHERE is_counted_reader(r.status, r.confirmed_at) GROUP BY 1, 2, 3;
