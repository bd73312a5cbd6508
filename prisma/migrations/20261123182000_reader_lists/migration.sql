-- Readers' lists: the authors and series they follow and the books they saved, and the deliveries with a deal from it.

CREATE TABLE "reader_list_items" (
    "id" SERIAL NOT NULL,
    "reader_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "series" CITEXT NOT NULL DEFAULT '',
    "book_id" INTEGER,
    "max_price_cents" INTEGER,
    "promotion_id" INTEGER,
    "page" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reader_list_items_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "reader_list_items_reader_id_author_id_series_key" ON "reader_list_items"("reader_id", "author_id", "series");

CREATE UNIQUE INDEX "reader_list_items_reader_id_book_id_key" ON "reader_list_items"("reader_id", "book_id");

-- The freeze looks up a range of readers by author or by book.
CREATE INDEX "reader_list_items_author_id_reader_id_idx" ON "reader_list_items"("author_id", "reader_id");

CREATE INDEX "reader_list_items_book_id_reader_id_idx" ON "reader_list_items"("book_id", "reader_id");

CREATE INDEX "reader_list_items_promotion_id_idx" ON "reader_list_items"("promotion_id");

ALTER TABLE "reader_list_items" ADD CONSTRAINT "reader_list_items_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reader_list_items" ADD CONSTRAINT "reader_list_items_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "authors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reader_list_items" ADD CONSTRAINT "reader_list_items_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reader_list_items" ADD CONSTRAINT "reader_list_items_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Either a followed author or series, or a saved book.
ALTER TABLE "reader_list_items" ADD CONSTRAINT reader_list_items_kind CHECK (
    (author_id IS NULL) <> (book_id IS NULL)
    AND (author_id IS NOT NULL OR (series = '' AND promotion_id IS NULL))
    AND (max_price_cents IS NULL OR (book_id IS NOT NULL AND max_price_cents BETWEEN 0 AND 1000000)));

ALTER TABLE "deliveries" ADD COLUMN "has_list" BOOLEAN NOT NULL DEFAULT false;
