-- AlterTable
ALTER TABLE "auth_tokens" ADD COLUMN     "browser" TEXT,
ADD COLUMN     "network" TEXT;
