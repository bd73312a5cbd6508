-- AlterTable
ALTER TABLE "reader_imports" ADD COLUMN     "upload_digest" TEXT;
