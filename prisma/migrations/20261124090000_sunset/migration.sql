-- The last question to dormant readers, and the state of those who don't answer it.
ALTER TYPE "ReaderStatus" ADD VALUE 'sunset';

CREATE TYPE "SunsetOutcome" AS ENUM ('kept', 'sunset', 'left');

ALTER TABLE "readers" ADD COLUMN "visited_on" DATE;

CREATE TABLE "sunset_questions" (
    "reader_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "SunsetOutcome",
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sunset_questions_pkey" PRIMARY KEY ("reader_id"),
    CONSTRAINT "sunset_questions_ended" CHECK (("outcome" IS NULL) = ("ended_at" IS NULL))
);

CREATE INDEX "sunset_questions_asked_at_idx" ON "sunset_questions"("asked_at");

CREATE INDEX "sunset_questions_ended_at_idx" ON "sunset_questions"("ended_at");

-- The sweep reads only open questions.
CREATE INDEX "sunset_questions_open" ON "sunset_questions"("reader_id") WHERE "outcome" IS NULL;

ALTER TABLE "sunset_questions" ADD CONSTRAINT "sunset_questions_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reader_tier_days"
    ADD COLUMN "asked" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "kept" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "sunset" INTEGER NOT NULL DEFAULT 0,
    ADD CONSTRAINT "reader_tier_days_questions" CHECK (LEAST("asked", "kept", "sunset") >= 0);
