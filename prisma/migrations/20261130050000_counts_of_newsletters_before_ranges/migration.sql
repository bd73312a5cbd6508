-- 0.1.0 counted the emails of a newsletter once, at the end of its send. Deliveries of readers who were erased after that were
-- deleted, so the newsletter's only range lacks them. docs/decisions/0142-send-in-ranges.md
UPDATE newsletter_ranges g SET accepted = g.accepted + l.accepted, bounced = g.bounced + l.bounced,
  deliveries = g.deliveries + l.accepted + l.bounced
FROM (
  SELECT n.id, greatest(0, n.delivered_count - sum(r.accepted)) AS accepted, greatest(0, n.bounced_count - sum(r.bounced)) AS bounced
  FROM newsletters n JOIN newsletter_ranges r ON r.newsletter_id = n.id
  WHERE n.status = 'sent' GROUP BY n.id HAVING count(*) = 1) l
WHERE g.newsletter_id = l.id AND l.accepted + l.bounced > 0;

-- It didn't count uncertain emails that staff had marked as delivered.
UPDATE newsletters n SET delivered_count = greatest(n.delivered_count, g.accepted), bounced_count = greatest(n.bounced_count, g.bounced)
FROM (SELECT newsletter_id, sum(accepted) AS accepted, sum(bounced) AS bounced FROM newsletter_ranges GROUP BY 1) g
WHERE g.newsletter_id = n.id AND n.status = 'sent' AND (n.delivered_count < g.accepted OR n.bounced_count < g.bounced);
