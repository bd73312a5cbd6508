-- 0.1.0 wrote the bank's reason, which may be about theft, into events that the partner reads. The refund's row keeps it.
ALTER TABLE promotion_events DISABLE TRIGGER promotion_events_append_only;
UPDATE promotion_events SET reason = 'The bank returned a refund to us.' WHERE action = 'refund' AND reason LIKE 'A refund came back: %';
UPDATE promotion_events SET reason = 'A refund failed.' WHERE action = 'refund' AND reason LIKE 'A refund was refused: %';
ALTER TABLE promotion_events ENABLE TRIGGER promotion_events_append_only;
