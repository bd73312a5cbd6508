-- Deliveries by range of newsletters, about one partition a month, so that old ones are deleted by dropping a table.
-- docs/decisions/0144-partition-deliveries-by-newsletter.md
ALTER TABLE deliveries RENAME TO deliveries_before;
ALTER INDEX deliveries_pkey RENAME TO deliveries_before_pkey;
ALTER INDEX deliveries_reader_id_idx RENAME TO deliveries_before_reader_id_idx;
ALTER INDEX deliveries_uncertain RENAME TO deliveries_before_uncertain;
DROP TRIGGER deliveries_erased ON deliveries_before;

CREATE TABLE deliveries (LIKE deliveries_before INCLUDING DEFAULTS INCLUDING GENERATED) PARTITION BY RANGE (newsletter_id);
ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_pkey PRIMARY KEY (newsletter_id, reader_id),
  ADD CONSTRAINT deliveries_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT deliveries_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers (id) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX deliveries_reader_id_idx ON deliveries (reader_id);
CREATE INDEX deliveries_uncertain ON deliveries (newsletter_id) WHERE is_uncertain;
CREATE TRIGGER deliveries_erased AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_erased_deliveries();

DO $$ BEGIN
  EXECUTE format('ALTER TABLE deliveries ATTACH PARTITION deliveries_before FOR VALUES FROM (MINVALUE) TO (%s)',
    (SELECT substring(pg_get_constraintdef(oid) FROM '\d+') FROM pg_constraint WHERE conname = 'deliveries_before_bound'));
END $$;
ALTER TABLE deliveries_before DROP CONSTRAINT deliveries_before_bound;

-- For newsletters whose partition doesn't exist yet.
CREATE TABLE deliveries_rest PARTITION OF deliveries DEFAULT WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
