-- Prices of approved promotions at their stores: fetched, or confirmed by the partner.
CREATE TABLE "price_checks" (
    "promotion_id" INTEGER NOT NULL,
    "store" "Store" NOT NULL,
    "price_cents" INTEGER,
    "checked_at" TIMESTAMPTZ(3),
    "confirmed_cents" INTEGER,
    "confirmed_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "price_checks_pkey" PRIMARY KEY ("promotion_id", "store"),
    CONSTRAINT "price_checks_prices" CHECK (
        price_cents >= 0 AND (price_cents IS NULL OR checked_at IS NOT NULL)
        AND confirmed_cents >= 0 AND (confirmed_cents IS NULL) = (confirmed_at IS NULL))
);

CREATE INDEX "price_checks_next_check_at_idx" ON "price_checks"("next_check_at");

ALTER TABLE "price_checks" ADD CONSTRAINT "price_checks_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Approved promotions whose deal may still run, for the sweep of their prices.
CREATE INDEX "promotions_watched" ON "promotions" ("deal_ends_on")
    WHERE approval_status = 'approved' AND cancelled_at IS NULL AND unable_to_send_at IS NULL;
