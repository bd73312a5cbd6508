-- What staff's trail says of somebody who is erased goes; that something was done, when and by whom, stays. Nothing else changes in it.
CREATE FUNCTION refuse_change_but_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.entity IN ('partner', 'reader')
    AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "reason": null}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
DROP TRIGGER audit_events_append_only ON audit_events;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forget();
