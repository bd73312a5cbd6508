-- AlterTable
ALTER TABLE "reader_import_rows" ADD COLUMN     "rank" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "reader_imports" ADD COLUMN     "rank_cursor" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "reader_import_rows_import_id_rank_line_idx" ON "reader_import_rows"("import_id", "rank", "line");
