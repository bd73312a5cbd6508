-- The waiting list of full dates. From the offer on, an entry holds a slot; the decision about its promotion deletes it.
CREATE TABLE "waiting_entries" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "book_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "auto_book" BOOLEAN NOT NULL,
    "booking" JSONB NOT NULL,
    "cpc_cents" INTEGER NOT NULL,
    "offered_at" TIMESTAMPTZ(3),
    "offer_ends_at" TIMESTAMPTZ(3),
    "announced_at" TIMESTAMPTZ(3),
    "promotion_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "waiting_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waiting_entries_offer" CHECK (
        (offered_at IS NULL) = (offer_ends_at IS NULL)
        AND (offered_at IS NOT NULL OR (announced_at IS NULL AND promotion_id IS NULL)))
);

CREATE UNIQUE INDEX "waiting_entries_promotion_id_key" ON "waiting_entries"("promotion_id");
CREATE UNIQUE INDEX "waiting_entries_book_id_date_key" ON "waiting_entries"("book_id", "date");
CREATE INDEX "waiting_entries_date_category_id_id_idx" ON "waiting_entries"("date", "category_id", "id");
CREATE INDEX "waiting_entries_partner_id_idx" ON "waiting_entries"("partner_id");

ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
