-- AlterTable
ALTER TABLE "books" ADD COLUMN     "dead_stores" "Store"[] DEFAULT ARRAY[]::"Store"[];

-- AlterTable
ALTER TABLE "promotions" ADD COLUMN     "declined_book" JSONB,
ADD COLUMN     "proposed_changes" JSONB,
ADD COLUMN     "reviewed_book" JSONB,
ADD COLUMN     "reviewed_store_urls" JSONB;

-- Promotions approved before there were reviewed versions keep the book as it is now.
UPDATE "promotions" p SET
  "reviewed_book" = jsonb_build_object('title', b."title", 'author_name', a."name", 'cover', b."cover",
    'description', b."description", 'blurb', b."blurb", 'content_rating', b."content_rating"),
  "reviewed_store_urls" = jsonb_strip_nulls(jsonb_build_object('amazon', b."amazon_url", 'ibooks', b."ibooks_url",
    'barnes_and_noble', b."barnes_and_noble_url", 'google_play', b."google_play_url", 'kobo', b."kobo_url"))
FROM "books" b LEFT JOIN "authors" a ON a."id" = b."author_id"
WHERE b."id" = p."book_id" AND p."approval_status" = 'approved';

-- What runs was approved: no approved promotion without its reviewed version.
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_reviewed"
  CHECK ("approval_status" <> 'approved' OR ("reviewed_book" IS NOT NULL AND "reviewed_store_urls" IS NOT NULL));

-- A list shows the running deal of a book, from its reviewed version.
CREATE OR REPLACE FUNCTION deals_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := ARRAY(
      SELECT unnest(ARRAY[o.book_id, n.book_id]) FROM before o JOIN written n USING (id)
      WHERE (o.sent_at IS NOT NULL OR n.sent_at IS NOT NULL)
        AND (o.sent_at, o.cancelled_at, o.promotion_date, o.deal_ends_on, o.sale_price_cents, o.current_price_cents, o.book_id, o.reviewed_book, o.reviewed_store_urls)
          IS DISTINCT FROM (n.sent_at, n.cancelled_at, n.promotion_date, n.deal_ends_on, n.sale_price_cents, n.current_price_cents, n.book_id, n.reviewed_book, n.reviewed_store_urls));
  ELSIF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT book_id FROM written WHERE sent_at IS NOT NULL);
  ELSE
    changed := ARRAY(SELECT book_id FROM before WHERE sent_at IS NOT NULL);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM 1 FROM book_cards WHERE book_id = ANY (changed) ORDER BY book_id FOR UPDATE;
    UPDATE book_cards SET version = nextval('book_versions') WHERE book_id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;
