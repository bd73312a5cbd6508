-- CreateEnum
CREATE TYPE "ReaderImportStatus" AS ENUM ('uploading', 'uploaded', 'clearing', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'discarded');

-- CreateEnum
CREATE TYPE "ReaderImportOutcome" AS ENUM ('confirm', 'ask', 'existing', 'refused');

-- CreateTable
CREATE TABLE "reader_imports" (
    "id" SERIAL NOT NULL,
    "status" "ReaderImportStatus" NOT NULL DEFAULT 'uploading',
    "file_name" TEXT NOT NULL,
    "file_bytes" INTEGER NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "digest" TEXT,
    "head" JSONB,
    "mapping" JSONB,
    "file_cursor" INTEGER NOT NULL DEFAULT 0,
    "line_cursor" INTEGER NOT NULL DEFAULT 0,
    "row_cursor" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "genres" JSONB NOT NULL DEFAULT '{}',
    "daily_emails" INTEGER NOT NULL DEFAULT 500,
    "user_id" INTEGER NOT NULL,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "reader_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reader_import_parts" (
    "import_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "reader_import_parts_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "reader_import_rows" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_hash" BYTEA NOT NULL,
    "consented_on" DATE,
    "consent_source" TEXT,
    "category_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "outcome" "ReaderImportOutcome" NOT NULL,

    CONSTRAINT "reader_import_rows_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "reader_import_problems" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "reader_import_problems_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "reader_import_mappings" (
    "header_hash" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reader_import_mappings_pkey" PRIMARY KEY ("header_hash")
);

-- CreateTable
CREATE TABLE "imported_readers" (
    "reader_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "consented_on" DATE,
    "consent_source" TEXT,
    "permission_emails" INTEGER NOT NULL DEFAULT 0,
    "ask_at" TIMESTAMPTZ(3),

    CONSTRAINT "imported_readers_pkey" PRIMARY KEY ("reader_id")
);

-- CreateIndex
CREATE INDEX "reader_imports_status_idx" ON "reader_imports"("status");

-- CreateIndex
CREATE INDEX "reader_imports_user_id_idx" ON "reader_imports"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reader_import_rows_import_id_email_key" ON "reader_import_rows"("import_id", "email");

-- CreateIndex
CREATE INDEX "imported_readers_import_id_reader_id_idx" ON "imported_readers"("import_id", "reader_id");

-- CreateIndex
CREATE INDEX "imported_readers_ask_at_idx" ON "imported_readers"("ask_at");

-- AddForeignKey
ALTER TABLE "reader_imports" ADD CONSTRAINT "reader_imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_import_parts" ADD CONSTRAINT "reader_import_parts_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "reader_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_import_rows" ADD CONSTRAINT "reader_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "reader_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_import_problems" ADD CONSTRAINT "reader_import_problems_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "reader_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_readers" ADD CONSTRAINT "imported_readers_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_readers" ADD CONSTRAINT "imported_readers_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "reader_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
