-- AlterTable
ALTER TABLE "reader_imports" ADD COLUMN     "asking_at" TIMESTAMPTZ(3),
ADD COLUMN     "never_asked" INTEGER NOT NULL DEFAULT 0;
