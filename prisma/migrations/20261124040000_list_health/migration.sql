-- The health of the readers' list, day by day: engagement, and what mailbox providers report.
CREATE TABLE "reader_tier_days" (
    "date" DATE NOT NULL,
    "engaged" INTEGER NOT NULL,
    "new" INTEGER NOT NULL,
    "slipping" INTEGER NOT NULL,
    "lapsed" INTEGER NOT NULL,
    "dormant" INTEGER NOT NULL,

    CONSTRAINT "reader_tier_days_pkey" PRIMARY KEY ("date"),
    CONSTRAINT "reader_tier_days_amounts" CHECK (LEAST("engaged", "new", "slipping", "lapsed", "dormant") >= 0)
);

CREATE TABLE "provider_days" (
    "date" DATE NOT NULL,
    "provider" TEXT NOT NULL,
    "accepted" INTEGER NOT NULL,
    "hard_bounces" INTEGER NOT NULL,
    "soft_bounces" INTEGER NOT NULL,
    "complaints" INTEGER NOT NULL,

    CONSTRAINT "provider_days_pkey" PRIMARY KEY ("date","provider"),
    CONSTRAINT "provider_days_amounts" CHECK (LEAST("accepted", "hard_bounces", "soft_bounces", "complaints") >= 0)
);
