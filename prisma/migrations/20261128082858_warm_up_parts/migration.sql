-- CreateEnum
CREATE TYPE "ImportAsking" AS ENUM ('on', 'paused', 'waiting');

-- AlterTable
ALTER TABLE "reader_imports" ADD COLUMN     "asking" "ImportAsking" NOT NULL DEFAULT 'on';

-- AlterTable
ALTER TABLE "warm_up_days" ADD COLUMN     "permission_cap" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "weekly_left" INTEGER NOT NULL DEFAULT 0;

-- Newsletters leave the part of the cap that is for permission emails.
ALTER TABLE "warm_up_days" DROP CONSTRAINT "warm_up_days_within_cap",
    ADD CONSTRAINT "warm_up_days_within_cap" CHECK ("handed_over" >= 0 AND "permission_cap" >= 0 AND "handed_over" + "permission_cap" <= "cap");
