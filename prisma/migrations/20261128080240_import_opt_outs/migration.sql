-- AlterEnum
ALTER TYPE "ReaderImportOutcome" ADD VALUE 'opt_out';

-- AlterTable
ALTER TABLE "reader_import_rows" ADD COLUMN     "left_on" DATE;

-- CreateTable
CREATE TABLE "reader_import_opt_outs" (
    "email_hash" BYTEA NOT NULL,
    "import_id" INTEGER NOT NULL,
    "reader_id" INTEGER,
    "former_status" "ReaderStatus",
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reader_import_opt_outs_pkey" PRIMARY KEY ("email_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "reader_import_opt_outs_reader_id_key" ON "reader_import_opt_outs"("reader_id");

-- CreateIndex
CREATE INDEX "reader_import_opt_outs_import_id_idx" ON "reader_import_opt_outs"("import_id");

-- AddForeignKey
ALTER TABLE "reader_import_opt_outs" ADD CONSTRAINT "reader_import_opt_outs_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "reader_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_import_opt_outs" ADD CONSTRAINT "reader_import_opt_outs_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
