-- AlterTable
ALTER TABLE "charge_attempts" ADD COLUMN     "requested_by_id" INTEGER;
