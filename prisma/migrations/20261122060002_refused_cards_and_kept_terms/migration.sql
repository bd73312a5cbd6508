-- A card that the bank refused for good stays so when its expiry is changed.
ALTER TABLE "credit_cards" ADD COLUMN     "refused_at" TIMESTAMPTZ(3);

-- Of the cards that are no more use already: those whose charge ended so (server/billing/declines.ts).
UPDATE "credit_cards" c SET "refused_at" = e."created_at"
FROM "charge_attempts" a JOIN "stripe_errors" e ON e."payment_intent_id" = a."payment_intent_id"
WHERE a."credit_card_id" = c."id" AND a."state" = 'failed' AND NOT c."is_card_valid"
  AND ARRAY[e."code", e."decline_code"] && ARRAY['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'restricted_card',
    'security_violation', 'incorrect_number', 'invalid_account'];

-- The terms of a code as they were when it was used; for earlier uses as they are now.
ALTER TABLE "discount_uses" ADD COLUMN     "kind" "DiscountKind",
ADD COLUMN     "min_cost_cents" INTEGER,
ADD COLUMN     "value" INTEGER;
UPDATE "discount_uses" u SET "kind" = d."kind", "value" = d."value", "min_cost_cents" = d."min_cost_cents"
FROM "discounts" d WHERE d."id" = u."discount_id";
ALTER TABLE "discount_uses" ALTER COLUMN "kind" SET NOT NULL, ALTER COLUMN "value" SET NOT NULL;

-- Clicks on our own pages are free from the first moment; the settlement does not look at them.
UPDATE "click_logs" SET "billable" = false WHERE "source" = 'site' AND "billable" IS NULL;
