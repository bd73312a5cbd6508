-- The audit log by person, and promotions by their age: 2.7 s without it at 1.1 million.
CREATE INDEX "audit_events_actor_actor_id_id_idx" ON "audit_events"("actor", "actor_id", "id");
CREATE INDEX "promotions_created_at_id_idx" ON "promotions"("created_at", "id");
