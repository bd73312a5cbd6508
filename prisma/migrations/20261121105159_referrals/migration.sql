-- AlterEnum
ALTER TYPE "ReferralState" ADD VALUE 'rejected';

-- AlterTable
ALTER TABLE "referral_entries" ADD COLUMN     "cashed_out_at" TIMESTAMPTZ(3),
ADD COLUMN     "clawed_back_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "owed_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reward_invoice_id" INTEGER;

-- CreateTable
CREATE TABLE "referral_visits" (
    "partner_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "visits" INTEGER NOT NULL,

    CONSTRAINT "referral_visits_pkey" PRIMARY KEY ("partner_id","date")
);

-- CreateIndex
CREATE UNIQUE INDEX "referral_entries_reward_invoice_id_key" ON "referral_entries"("reward_invoice_id");

-- CreateIndex
CREATE INDEX "referral_entries_state_available_at_idx" ON "referral_entries"("state", "available_at");

-- AddForeignKey
ALTER TABLE "referral_visits" ADD CONSTRAINT "referral_visits_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say (prisma/drift.test.ts lists every name).

-- One welcome credit per partner, ever.
CREATE UNIQUE INDEX referral_entries_one_welcome ON referral_entries (partner_id) WHERE kind = 'welcome';
-- Nothing is taken back twice, and no more is owed than was taken back.
ALTER TABLE referral_entries ADD CONSTRAINT referral_entries_amounts CHECK (amount_cents > 0 AND clawed_back_cents BETWEEN 0 AND amount_cents AND owed_cents BETWEEN 0 AND clawed_back_cents);
ALTER TABLE referral_entries ADD CONSTRAINT referral_entries_kind CHECK (kind IN ('reward', 'welcome'));
ALTER TABLE referral_visits ADD CONSTRAINT referral_visits_counted CHECK (visits > 0);
