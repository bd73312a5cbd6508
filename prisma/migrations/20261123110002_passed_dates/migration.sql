-- AlterTable
ALTER TABLE "promotions" ADD COLUMN     "date_passed_at" TIMESTAMPTZ(3);
