-- Old emails, their events, and Stripe's events are deleted every night, oldest first.
CREATE INDEX mails_created_at_idx ON mails (created_at);
CREATE INDEX stripe_events_received_at_idx ON stripe_events (received_at);
-- A reader's hard bounces are kept, because they decide whether the address may sign up again.
CREATE INDEX mail_events_received_at_idx ON mail_events (received_at) WHERE type <> 'hard_bounce' OR reader_id IS NULL;

-- An installation may delete what is over a year old (RETENTION_AUDIT_DAYS). Nothing newer can be.
CREATE OR REPLACE FUNCTION refuse_change_except_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "reason": null}'
    AND (CASE OLD.entity
      WHEN 'partner' THEN NOT EXISTS (SELECT FROM partners WHERE id = OLD.entity_id::integer AND deleted_at IS NULL)
      WHEN 'reader' THEN NOT EXISTS (SELECT FROM readers WHERE id = OLD.entity_id::integer)
      ELSE false
    END) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
