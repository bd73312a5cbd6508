-- AlterTable
ALTER TABLE "disputes" ADD COLUMN     "cleared_at" TIMESTAMPTZ(3),
ADD COLUMN     "due_by" TIMESTAMPTZ(3);
