-- AlterTable
ALTER TABLE "newsletters" ADD COLUMN     "resent_at" TIMESTAMPTZ(3);
