-- AlterEnum
ALTER TYPE "ReaderImportOutcome" ADD VALUE 'confirm_pending';

-- AlterTable
ALTER TABLE "imported_readers" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by" INTEGER,
ADD COLUMN     "former_ask_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_consent_source" TEXT,
ADD COLUMN     "former_consented_on" DATE;

-- CreateIndex
CREATE INDEX "imported_readers_confirmed_by_reader_id_idx" ON "imported_readers"("confirmed_by", "reader_id");

-- AddForeignKey
ALTER TABLE "imported_readers" ADD CONSTRAINT "imported_readers_confirmed_by_fkey" FOREIGN KEY ("confirmed_by") REFERENCES "reader_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
