-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "calendar_key" TEXT;
