-- The page on which each reader signed up, and counts of sign-ups by kind of page.

ALTER TABLE "readers" ADD COLUMN     "sign_up_page" TEXT,
ADD COLUMN     "sign_up_source" TEXT;

CREATE TABLE "sign_up_counts" (
    "id" SERIAL NOT NULL,
    "date" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,
    "confirmed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sign_up_counts_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "sign_up_counts_date_source_key" ON "sign_up_counts"("date", "source");

ALTER TABLE sign_up_counts ADD CONSTRAINT sign_up_counts_amounts CHECK (sign_ups >= 0 AND confirmed >= 0);
