-- The entries about author profiles that were deleted, or whose account was closed, can be redacted, too.
CREATE OR REPLACE FUNCTION refuse_change_except_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "reason": null}'
    AND (CASE OLD.entity
      WHEN 'partner' THEN NOT EXISTS (SELECT FROM partners WHERE id = OLD.entity_id::integer AND deleted_at IS NULL)
      WHEN 'author' THEN NOT EXISTS (
        SELECT FROM authors JOIN partners ON partners.id = authors.partner_id
        WHERE authors.id = OLD.entity_id::integer AND partners.deleted_at IS NULL)
      WHEN 'reader' THEN NOT EXISTS (SELECT FROM readers WHERE id = OLD.entity_id::integer)
      ELSE false
    END) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- Those of before.
UPDATE audit_events SET before = NULL, after = NULL, reason = NULL
WHERE entity = 'author' AND entity_id NOT IN (
  SELECT authors.id::text FROM authors JOIN partners ON partners.id = authors.partner_id
  WHERE partners.deleted_at IS NULL);
