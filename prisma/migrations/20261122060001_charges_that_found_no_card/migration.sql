-- A charge that found no valid card was forgotten. Those of before are due at the next look: charged where there is a card by now,
-- asked for where there is none (server/promotions/charge-card.ts).
UPDATE "invoices" i SET "next_retry_at" = i."created_at"
WHERE i."status" = 'open' AND i."total_cents" > 0
  AND EXISTS (SELECT 1 FROM "promotions" p WHERE p."invoice_id" = i."id")
  AND NOT EXISTS (SELECT 1 FROM "charge_attempts" a WHERE a."invoice_id" = i."id");
