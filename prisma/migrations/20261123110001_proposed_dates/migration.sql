-- AlterTable
ALTER TABLE "promotions" ADD COLUMN     "proposed_date" DATE;
