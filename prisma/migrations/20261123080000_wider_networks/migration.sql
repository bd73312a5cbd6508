-- Wider networks of clicks, what staff saw when they decided about held clicks, and when a promotion's clicks were judged.

ALTER TYPE "InvalidReason" ADD VALUE 'erased';
ALTER TYPE "ClickOutcome" ADD VALUE 'erased';

-- Keyed hashes of the IPv4 /24 or IPv6 /56, and of the IPv6 /48. Clicks before this migration have none.
ALTER TABLE click_logs ADD COLUMN subnet_hash bytea, ADD COLUMN site_hash bytea;

-- A reader's earlier billable clicks, newest partition first. Few clicks of a reader are billable.
CREATE INDEX click_logs_billable_idx ON click_logs (reader_id, clicked_at) INCLUDE (newsletter_id, ip_hash) WHERE billable;

ALTER TABLE promotions ADD COLUMN clicks_reviewed_at timestamptz(3);

ALTER TABLE click_holds ADD COLUMN seen_clicks integer, ADD COLUMN seen_until timestamptz(3);
UPDATE click_holds SET seen_clicks = clicks, seen_until = last_at WHERE decision IS NOT NULL;
ALTER TABLE click_holds DROP CONSTRAINT click_holds_decided;
ALTER TABLE click_holds ADD CONSTRAINT click_holds_decided
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (seen_clicks IS NULL) AND (decision IS NULL) = (seen_until IS NULL));

-- The audit log named the network or domain of held clicks, which are kept for 400 days only.
ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only;
UPDATE audit_events SET before = before - 'subject', after = after - 'subject'
  WHERE entity = 'promotion' AND action IN ('count_held_clicks', 'exclude_held_clicks');
ALTER TABLE audit_events ENABLE TRIGGER audit_events_append_only;
