-- CreateEnum
CREATE TYPE "MailEventType" AS ENUM ('hard_bounce', 'soft_bounce', 'complaint');

-- DropIndex
DROP INDEX "deliveries_newsletter_id_state_idx";

-- AlterTable
ALTER TABLE "newsletters" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "paused_reason" TEXT,
ADD COLUMN     "resumed_at" TIMESTAMPTZ(3),
ADD COLUMN     "transport" TEXT;

-- AlterTable
ALTER TABLE "deliveries" DROP COLUMN "leased_until",
ADD COLUMN     "handed_over_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "bounced_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mail_events" (
    "id" SERIAL NOT NULL,
    "dedupe_key" BYTEA NOT NULL,
    "type" "MailEventType" NOT NULL,
    "newsletter_id" INTEGER,
    "reader_id" INTEGER,
    "mail_id" INTEGER,
    "diagnostic" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_events_dedupe_key_key" ON "mail_events"("dedupe_key");

-- CreateIndex
CREATE INDEX "mail_events_reader_id_at_idx" ON "mail_events"("reader_id", "at");

-- CreateIndex
CREATE INDEX "mail_events_newsletter_id_type_idx" ON "mail_events"("newsletter_id", "type");

-- CreateIndex
CREATE INDEX "deliveries_newsletter_id_state_reader_id_idx" ON "deliveries"("newsletter_id", "state", "reader_id");
