-- Sweeps look for these every minute or every quarter of an hour, among many rows that are done with.

CREATE INDEX promotions_running ON promotions (click_window_ends_at)
  WHERE settled_at IS NULL AND cancelled_at IS NULL AND click_window_ends_at IS NOT NULL;

CREATE INDEX invoices_to_retry ON invoices (next_retry_at) WHERE next_retry_at IS NOT NULL;

CREATE INDEX invoices_status_idx ON invoices (status);
