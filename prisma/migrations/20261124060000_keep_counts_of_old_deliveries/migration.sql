-- Old newsletters keep their counts when their deliveries are deleted, as when a partition of them is dropped.
CREATE OR REPLACE FUNCTION count_erased_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('deckle.keeps_counts', true) = 'on' THEN RETURN NULL; END IF;
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
