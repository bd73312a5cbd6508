-- Web processes of 0.1.0 still select this column while an upgrade replaces them. It goes with a later version.
ALTER TABLE newsletters ADD COLUMN transport text;

-- Deliveries that were deleted with their readers before their outcome was known, so that nobody waits for them.
ALTER TABLE newsletter_ranges ADD COLUMN erased integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_erased_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE newsletter_ranges g SET erased = g.erased + c.erased, uncertain = g.uncertain - c.uncertain
  FROM (
    SELECT r.newsletter_id, r.number, count(*) AS erased, count(*) FILTER (WHERE d.state = 'uncertain') AS uncertain
    FROM gone d JOIN newsletter_ranges r ON r.newsletter_id = d.newsletter_id AND r.is_engaged = d.is_engaged
      AND d.reader_id > r.after_reader AND d.reader_id <= r.last_reader
    WHERE d.state IN ('queued', 'handing_over', 'deferred', 'uncertain')
    GROUP BY 1, 2) c
  WHERE g.newsletter_id = c.newsletter_id AND g.number = c.number;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_erased AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_erased_deliveries();
