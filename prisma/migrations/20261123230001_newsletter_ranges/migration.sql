-- A newsletter's deliveries in ranges of readers, each of which one process sends at a time, with counts of their states.
-- docs/decisions/0142-send-in-ranges.md

ALTER TABLE deliveries ADD COLUMN is_engaged boolean NOT NULL DEFAULT false;

CREATE TABLE newsletter_ranges (
  newsletter_id integer NOT NULL,
  number integer NOT NULL,
  is_engaged boolean NOT NULL,
  after_reader integer NOT NULL,
  last_reader integer NOT NULL,
  deliveries integer NOT NULL,
  accepted integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  suppressed integer NOT NULL DEFAULT 0,
  uncertain integer NOT NULL DEFAULT 0,
  transport text,
  retry_at timestamptz(3),
  done_at timestamptz(3),
  CONSTRAINT newsletter_ranges_pkey PRIMARY KEY (newsletter_id, number),
  CONSTRAINT newsletter_ranges_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters (id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Newsletters that have been sent get one range, because nobody sends them again.
INSERT INTO newsletter_ranges (newsletter_id, number, is_engaged, after_reader, last_reader, deliveries,
  accepted, bounced, suppressed, uncertain, transport, retry_at, done_at)
SELECT n.id, row_number() OVER (PARTITION BY n.id ORDER BY min(d.reader_id)), false, min(d.reader_id) - 1, max(d.reader_id), count(*),
  count(*) FILTER (WHERE d.state = 'accepted'), count(*) FILTER (WHERE d.state = 'bounced'),
  count(*) FILTER (WHERE d.state = 'suppressed'), count(*) FILTER (WHERE d.state = 'uncertain'),
  n.transport, min(d.next_attempt_at) FILTER (WHERE d.state = 'deferred'),
  CASE WHEN count(*) FILTER (WHERE d.state IN ('queued', 'handing_over')) = 0 THEN coalesce(n.sent_at, now()) END
FROM deliveries d JOIN newsletters n ON n.id = d.newsletter_id
GROUP BY n.id, CASE WHEN n.status IN ('freezing', 'frozen', 'sending') THEN d.reader_id / 10000 ELSE 0 END;

ALTER TABLE newsletters DROP COLUMN transport;
