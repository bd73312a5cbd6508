-- A newsletter is finished when its ranges have all of its deliveries. In one that was being sent when it got ranges,
-- deliveries of erased readers were missing. Locked first, so that no range that is being frozen is left out.
SELECT 1 FROM newsletters WHERE status IN ('freezing', 'frozen', 'sending') FOR NO KEY UPDATE;

UPDATE newsletters n SET deliveries_total = (SELECT coalesce(sum(deliveries), 0) FROM newsletter_ranges WHERE newsletter_id = n.id)
WHERE status IN ('freezing', 'frozen', 'sending');

-- Deliveries that were deleted with their readers before a trigger counted them.
UPDATE newsletter_ranges SET erased = deliveries - accepted - bounced - suppressed - uncertain
WHERE done_at IS NOT NULL AND retry_at IS NULL AND deliveries > accepted + bounced + suppressed + uncertain;
