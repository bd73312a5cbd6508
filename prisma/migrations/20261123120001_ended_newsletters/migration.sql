-- A paused newsletter can be ended: nobody else gets it, and its promotions are settled on what was delivered.
ALTER TABLE "newsletters" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "ended_reason" TEXT;
