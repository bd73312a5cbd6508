-- CreateEnum
CREATE TYPE "RefundState" AS ENUM ('claimed', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "RefundCause" AS ENUM ('staff', 'surplus', 'stripe');

-- CreateEnum
CREATE TYPE "DisputeOutcome" AS ENUM ('won', 'lost');

-- CreateEnum
CREATE TYPE "LedgerDifferenceKind" AS ENUM ('missing_here', 'missing_at_stripe', 'amount_differs');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "dispute_outcome" "DisputeOutcome",
ADD COLUMN     "disputed_at" TIMESTAMPTZ(3),
ADD COLUMN     "refunded_cents" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "captured_charges" (
    "id" TEXT NOT NULL,
    "charge_attempt_id" INTEGER NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "payment_intent_id" TEXT NOT NULL,
    "captured_cents" INTEGER NOT NULL,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "disputed_cents" INTEGER NOT NULL DEFAULT 0,
    "captured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "captured_charges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" SERIAL NOT NULL,
    "captured_charge_id" TEXT NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "promotion_id" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "stripe_refund_id" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "cause" "RefundCause" NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "RefundState" NOT NULL DEFAULT 'claimed',
    "failure" TEXT,
    "refund_invoice_id" INTEGER,
    "requested_by" "Actor" NOT NULL,
    "user_id" INTEGER,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disputes" (
    "id" TEXT NOT NULL,
    "captured_charge_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "funds_withdrawn" BOOLEAN NOT NULL,
    "outcome" "DisputeOutcome",
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_differences" (
    "id" SERIAL NOT NULL,
    "stripe_id" TEXT NOT NULL,
    "kind" "LedgerDifferenceKind" NOT NULL,
    "ledger_cents" INTEGER,
    "stripe_cents" INTEGER,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_differences_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "captured_charges_payment_intent_id_key" ON "captured_charges"("payment_intent_id");

-- CreateIndex
CREATE INDEX "captured_charges_charge_attempt_id_idx" ON "captured_charges"("charge_attempt_id");

-- CreateIndex
CREATE INDEX "captured_charges_invoice_id_idx" ON "captured_charges"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_idempotency_key_key" ON "refunds"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_stripe_refund_id_key" ON "refunds"("stripe_refund_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_refund_invoice_id_key" ON "refunds"("refund_invoice_id");

-- CreateIndex
CREATE INDEX "refunds_captured_charge_id_idx" ON "refunds"("captured_charge_id");

-- CreateIndex
CREATE INDEX "refunds_invoice_id_idx" ON "refunds"("invoice_id");

-- CreateIndex
CREATE INDEX "refunds_promotion_id_idx" ON "refunds"("promotion_id");

-- CreateIndex
CREATE INDEX "refunds_state_claimed_at_idx" ON "refunds"("state", "claimed_at");

-- CreateIndex
CREATE INDEX "disputes_captured_charge_id_idx" ON "disputes"("captured_charge_id");

-- CreateIndex
CREATE INDEX "ledger_differences_resolved_at_idx" ON "ledger_differences"("resolved_at");

-- AddForeignKey
ALTER TABLE "captured_charges" ADD CONSTRAINT "captured_charges_charge_attempt_id_fkey" FOREIGN KEY ("charge_attempt_id") REFERENCES "charge_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captured_charges" ADD CONSTRAINT "captured_charges_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_captured_charge_id_fkey" FOREIGN KEY ("captured_charge_id") REFERENCES "captured_charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_refund_invoice_id_fkey" FOREIGN KEY ("refund_invoice_id") REFERENCES "invoices"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_captured_charge_id_fkey" FOREIGN KEY ("captured_charge_id") REFERENCES "captured_charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say (prisma/drift.test.ts lists every name).

-- Never more goes back than was taken, whoever asks and however many at once.
ALTER TABLE captured_charges ADD CONSTRAINT captured_charges_not_overdrawn CHECK (refunded_cents BETWEEN 0 AND captured_cents AND disputed_cents >= 0);
ALTER TABLE refunds ADD CONSTRAINT refunds_amount CHECK (amount_cents > 0);
-- One refund of a charge at a time: the second click waits until the first one's end is known.
CREATE UNIQUE INDEX refunds_one_open ON refunds (captured_charge_id) WHERE state = 'claimed';
CREATE UNIQUE INDEX ledger_differences_one_open ON ledger_differences (stripe_id) WHERE resolved_at IS NULL;

-- What was taken before this table existed.
INSERT INTO captured_charges (id, charge_attempt_id, invoice_id, payment_intent_id, captured_cents, captured_at)
SELECT l.stripe_id, a.id, l.invoice_id, a.payment_intent_id, l.amount_cents, l.at
FROM ledger_entries l JOIN charge_attempts a ON a.invoice_id = l.invoice_id AND a.state = 'succeeded' AND a.payment_intent_id IS NOT NULL
WHERE l.kind = 'charge'
ON CONFLICT DO NOTHING;
