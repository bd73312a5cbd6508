-- The discount code's kind, value, and minimum cost when its partner joined the waiting list.
ALTER TABLE "waiting_entries" ADD COLUMN "discount_terms" JSONB;
