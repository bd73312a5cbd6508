-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "recovery_code_hashes" BYTEA[],
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" INTEGER,
ADD COLUMN     "totp_secret" TEXT;
