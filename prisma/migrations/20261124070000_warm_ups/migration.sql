-- Warm-ups of a sending domain: daily caps by mailbox provider. docs/decisions/0146-warm-up-by-provider.md
CREATE TABLE "warm_ups" (
    "id" SERIAL NOT NULL,
    "domain" TEXT NOT NULL,
    "first_cap" INTEGER NOT NULL,
    "growth_percent" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "is_completed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "warm_ups_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "warm_ups_schedule" CHECK ("first_cap" > 0 AND "growth_percent" > 100)
);

-- One runs at a time.
CREATE UNIQUE INDEX "warm_ups_running" ON "warm_ups" ("domain") WHERE "ended_at" IS NULL;

CREATE TABLE "warm_up_providers" (
    "warm_up_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "stage" INTEGER NOT NULL DEFAULT 0,
    "opened_on" DATE,
    "stopped_at" TIMESTAMPTZ(3),
    "stop_cause" TEXT,
    "stop_reason" TEXT,
    "resumes_on" DATE,
    "judged_from" DATE,

    CONSTRAINT "warm_up_providers_pkey" PRIMARY KEY ("warm_up_id","provider"),
    CONSTRAINT "warm_up_providers_stage" CHECK ("stage" >= 0),
    CONSTRAINT "warm_up_providers_stop" CHECK (num_nonnulls("stopped_at", "stop_cause", "stop_reason", "resumes_on") IN (0, 4))
);

CREATE TABLE "warm_up_days" (
    "warm_up_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "stage" INTEGER NOT NULL,
    "cap" INTEGER NOT NULL,
    "handed_over" INTEGER NOT NULL DEFAULT 0,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "deferred" INTEGER NOT NULL DEFAULT 0,
    "hard_bounces" INTEGER NOT NULL DEFAULT 0,
    "complaints" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "stop_cause" TEXT,

    CONSTRAINT "warm_up_days_pkey" PRIMARY KEY ("warm_up_id","provider","date"),
    CONSTRAINT "warm_up_days_within_cap" CHECK ("handed_over" BETWEEN 0 AND "cap")
);

ALTER TABLE "warm_up_providers" ADD CONSTRAINT "warm_up_providers_warm_up_id_fkey" FOREIGN KEY ("warm_up_id") REFERENCES "warm_ups"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "warm_up_days" ADD CONSTRAINT "warm_up_days_warm_up_id_fkey" FOREIGN KEY ("warm_up_id") REFERENCES "warm_ups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "newsletters" ADD COLUMN "warm_up_id" INTEGER;
ALTER TABLE "newsletters" ADD CONSTRAINT "newsletters_warm_up_id_fkey" FOREIGN KEY ("warm_up_id") REFERENCES "warm_ups"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- During a warm-up, each range has the readers of one provider, and those confirmed lately apart from the rest.
ALTER TABLE "deliveries" ADD COLUMN "is_recent" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "provider" TEXT NOT NULL DEFAULT '';
ALTER TABLE "newsletter_ranges" ADD COLUMN "is_recent" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "provider" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "skipped" INTEGER NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION count_erased_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('deckle.keeps_counts', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE newsletter_ranges g SET erased = g.erased + c.erased, uncertain = g.uncertain - c.uncertain
  FROM (
    SELECT r.newsletter_id, r.number, count(*) AS erased, count(*) FILTER (WHERE d.state = 'uncertain') AS uncertain
    FROM gone d JOIN newsletter_ranges r ON r.newsletter_id = d.newsletter_id AND r.is_engaged = d.is_engaged
      AND r.is_recent = d.is_recent AND r.provider = d.provider AND d.reader_id > r.after_reader AND d.reader_id <= r.last_reader
    WHERE d.state IN ('queued', 'handing_over', 'deferred', 'uncertain')
    GROUP BY 1, 2) c
  WHERE g.newsletter_id = c.newsletter_id AND g.number = c.number;
  RETURN NULL;
END $$;
