-- AlterTable
ALTER TABLE "users" ADD COLUMN     "gets_reports" BOOLEAN NOT NULL DEFAULT true;
