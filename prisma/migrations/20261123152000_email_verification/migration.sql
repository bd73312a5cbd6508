-- AlterTable: the default makes every account that exists at the upgrade count as verified.
ALTER TABLE "partners" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "verification_hash" BYTEA,
ADD COLUMN     "verification_sent_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "partners_verification_hash_key" ON "partners"("verification_hash");
