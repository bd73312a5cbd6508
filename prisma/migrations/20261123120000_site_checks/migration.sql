-- The evidence of each fact in the directory of promotion sites, and how many readers a site claims.

ALTER TABLE promotion_sites ADD COLUMN evidence jsonb NOT NULL DEFAULT '{}', ADD COLUMN audience_size integer;
ALTER TABLE promotion_sites ADD CONSTRAINT promotion_sites_evidence
  CHECK (jsonb_typeof(evidence) = 'object' AND (audience_size IS NULL OR audience_size > 0));

-- The dates came with the data; nobody had recorded a check.
UPDATE promotion_sites SET checked_on = NULL;
