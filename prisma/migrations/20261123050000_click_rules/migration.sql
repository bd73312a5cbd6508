-- Reasons of the second version of the click rules, and which version judged a promotion.

ALTER TYPE "InvalidReason" ADD VALUE 'pacing';
ALTER TYPE "InvalidReason" ADD VALUE 'new_reader';
ALTER TYPE "InvalidReason" ADD VALUE 'same_mailbox';
ALTER TYPE "InvalidReason" ADD VALUE 'held';
ALTER TYPE "InvalidReason" ADD VALUE 'staff_excluded';
ALTER TYPE "ClickOutcome" ADD VALUE 'pacing';
ALTER TYPE "ClickOutcome" ADD VALUE 'new_reader';
ALTER TYPE "ClickOutcome" ADD VALUE 'same_mailbox';
ALTER TYPE "ClickOutcome" ADD VALUE 'held';
ALTER TYPE "ClickOutcome" ADD VALUE 'staff_excluded';

ALTER TABLE promotions ADD COLUMN rules_version integer;
UPDATE promotions SET rules_version = 1 WHERE settled_at IS NOT NULL;

-- Visits of hidden links by network. Clicks on store links, which are nearly all, aren't in it.
CREATE INDEX click_logs_hidden_idx ON click_logs (newsletter_id, ip_hash, clicked_at) WHERE promotion_id IS NULL;
