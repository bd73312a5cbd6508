-- A draft needs a title only; an active book has a category.
ALTER TABLE "books" ALTER COLUMN "category_id" DROP NOT NULL,
ALTER COLUMN "description" SET DEFAULT '';
ALTER TABLE "books" ADD CONSTRAINT "books_category" CHECK (status <> 'active' OR category_id IS NOT NULL);
ALTER TABLE "book_cards" ALTER COLUMN "category_id" DROP NOT NULL;
