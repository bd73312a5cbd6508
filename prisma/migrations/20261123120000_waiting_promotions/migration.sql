-- The approved promotions that no newsletter has taken yet: the freeze and a sweep look for them every minute.
CREATE INDEX "promotions_waiting" ON "promotions"("promotion_date")
WHERE "approval_status" = 'approved' AND "frozen_at" IS NULL AND "cancelled_at" IS NULL
  AND "unable_to_send_at" IS NULL AND "sent_at" IS NULL;
