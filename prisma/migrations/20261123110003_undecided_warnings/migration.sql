-- AlterTable
ALTER TABLE "newsletters" ADD COLUMN     "undecided_warned_hours" INTEGER;
