-- The rows so far become a partition without being read again, which needs a constraint that proves their bound. It's a
-- multiple of 35 (server/newsletters/delivery-partitions.ts), and so far that no newsletter reaches it before they are a partition.
DO $$ BEGIN
  EXECUTE format('ALTER TABLE deliveries ADD CONSTRAINT deliveries_before_bound CHECK (newsletter_id < %s) NOT VALID',
    (SELECT (coalesce(max(id), 0) / 35 + 2) * 35 FROM newsletters));
END $$;
