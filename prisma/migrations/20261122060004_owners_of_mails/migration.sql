-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "partner_id" INTEGER,
ADD COLUMN     "reader_id" INTEGER;

-- Whose the mails of before are: by their address where it is of that kind of mail, spelled alike but for case.
UPDATE "mails" SET "partner_id" = p."id" FROM "partners" p
WHERE lower("mails"."to") = lower(p."uid"::text)
  AND "mails"."template" NOT IN ('staff_invitation', 'reader_confirm', 'contact_message', 'money_alert');
UPDATE "mails" SET "reader_id" = r."id" FROM "readers" r
WHERE lower("mails"."to") = lower(r."email"::text) AND "mails"."template" = 'reader_confirm';

-- CreateIndex
CREATE INDEX "mails_partner_id_idx" ON "mails"("partner_id");

-- CreateIndex
CREATE INDEX "mails_reader_id_idx" ON "mails"("reader_id");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
