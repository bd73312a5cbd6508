-- AlterTable
ALTER TABLE "readers" ADD COLUMN     "bounce_lifted_at" TIMESTAMPTZ(3);
