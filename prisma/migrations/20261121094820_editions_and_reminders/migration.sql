-- CreateEnum
CREATE TYPE "NewsletterKind" AS ENUM ('daily', 'weekly');

-- DropIndex
DROP INDEX "newsletters_newsletter_date_key";

-- AlterTable
ALTER TABLE "newsletters" ADD COLUMN     "kind" "NewsletterKind" NOT NULL DEFAULT 'daily';

-- CreateTable
CREATE TABLE "promotion_reminders" (
    "promotion_id" INTEGER NOT NULL,
    "promotion_date" DATE NOT NULL,
    "days_left" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promotion_reminders_pkey" PRIMARY KEY ("promotion_id","promotion_date","days_left")
);

-- CreateIndex
CREATE UNIQUE INDEX "newsletters_newsletter_date_kind_key" ON "newsletters"("newsletter_date", "kind");

-- AddForeignKey
ALTER TABLE "promotion_reminders" ADD CONSTRAINT "promotion_reminders_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
