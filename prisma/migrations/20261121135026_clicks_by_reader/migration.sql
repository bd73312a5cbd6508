-- DropIndex
DROP INDEX "click_logs_newsletter_id_reader_id_clicked_at_idx";

-- CreateIndex
CREATE INDEX "click_logs_reader_id_newsletter_id_clicked_at_idx" ON "click_logs"("reader_id", "newsletter_id", "clicked_at");
