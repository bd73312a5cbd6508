-- CreateEnum
CREATE TYPE "ClickOutcome" AS ENUM ('billable', 'duplicate', 'bot_ua', 'prefetch', 'head', 'burst', 'honeypot', 'own_click', 'staff', 'out_of_window');

-- click_logs becomes a table in months. What there is stays where it is, as the partition of all rows that have no month yet:
-- server/clicks/months.ts makes the months and moves the rows.
ALTER TABLE click_logs RENAME TO click_logs_rest;
ALTER TABLE click_logs_rest DROP CONSTRAINT click_logs_pkey, ADD CONSTRAINT click_logs_rest_pkey PRIMARY KEY (id, clicked_at);
ALTER INDEX click_logs_promotion_id_clicked_at_idx RENAME TO click_logs_rest_promotion_id_clicked_at_idx;
ALTER INDEX click_logs_newsletter_id_reader_id_clicked_at_idx RENAME TO click_logs_rest_newsletter_id_reader_id_clicked_at_idx;
ALTER INDEX click_logs_clicked_at_idx RENAME TO click_logs_rest_clicked_at_idx;
ALTER TABLE click_logs_rest RENAME CONSTRAINT click_logs_promotion_id_fkey TO click_logs_rest_promotion_id_fkey;

CREATE TABLE click_logs (LIKE click_logs_rest INCLUDING DEFAULTS) PARTITION BY RANGE (clicked_at);
ALTER TABLE click_logs ADD CONSTRAINT click_logs_pkey PRIMARY KEY (id, clicked_at);
CREATE INDEX click_logs_promotion_id_clicked_at_idx ON click_logs (promotion_id, clicked_at);
CREATE INDEX click_logs_newsletter_id_reader_id_clicked_at_idx ON click_logs (newsletter_id, reader_id, clicked_at);
CREATE INDEX click_logs_clicked_at_idx ON click_logs USING brin (clicked_at);
ALTER TABLE click_logs ADD CONSTRAINT click_logs_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER SEQUENCE click_logs_id_seq OWNED BY click_logs.id;
ALTER TABLE click_logs ATTACH PARTITION click_logs_rest DEFAULT;

-- By source as well, counted anew.
DELETE FROM click_rollups;
ALTER TABLE click_rollups DROP CONSTRAINT click_rollups_pkey,
ADD COLUMN     "source" "ClickSource" NOT NULL,
ADD CONSTRAINT click_rollups_pkey PRIMARY KEY (promotion_id, hour, store, source);
INSERT INTO click_rollups (promotion_id, hour, store, source, clicks)
SELECT promotion_id, date_trunc('hour', clicked_at, 'UTC'), store, source, count(*) FROM click_logs
WHERE promotion_id IS NOT NULL AND store IS NOT NULL GROUP BY 1, 2, 3, 4;

-- CreateTable
CREATE TABLE "click_verdicts" (
    "promotion_id" INTEGER NOT NULL,
    "store" "Store" NOT NULL,
    "outcome" "ClickOutcome" NOT NULL,
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "click_verdicts_pkey" PRIMARY KEY ("promotion_id","store","outcome")
);
INSERT INTO click_verdicts (promotion_id, store, outcome, clicks)
SELECT promotion_id, store, CASE WHEN billable THEN 'billable' ELSE invalid_reason::text END::"ClickOutcome", count(*) FROM click_logs
WHERE promotion_id IS NOT NULL AND store IS NOT NULL AND source = 'newsletter' AND (billable OR invalid_reason IS NOT NULL) GROUP BY 1, 2, 3;

-- CreateTable
CREATE TABLE "click_days" (
    "day" DATE NOT NULL,
    "source" "ClickSource" NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "click_days_pkey" PRIMARY KEY ("day","source")
);
-- Vancouver is UTC-7 all year since 2026-11-01, which older zone data do not know.
INSERT INTO click_days (day, source, clicks)
SELECT (CASE WHEN clicked_at >= '2026-11-01T09:00:00Z' THEN clicked_at AT TIME ZONE '-07:00'::interval ELSE clicked_at AT TIME ZONE 'America/Vancouver' END)::date, source, count(*)
FROM click_logs WHERE promotion_id IS NOT NULL GROUP BY 1, 2;

-- AddForeignKey
ALTER TABLE "click_verdicts" ADD CONSTRAINT "click_verdicts_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
