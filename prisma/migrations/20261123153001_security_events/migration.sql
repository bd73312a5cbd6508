-- CreateEnum
CREATE TYPE "SecurityEventKind" AS ENUM ('sign_in', 'sign_in_failed', 'throttled', 'reset_asked', 'reset_used', 'password_changed', 'proof_failed', 'second_factor_on', 'second_factor_off', 'second_factor_failed', 'access_refused');

-- CreateTable
CREATE TABLE "security_events" (
    "id" SERIAL NOT NULL,
    "kind" "SecurityEventKind" NOT NULL,
    "actor" TEXT NOT NULL DEFAULT '',
    "network" TEXT NOT NULL DEFAULT '',
    "detail" TEXT NOT NULL DEFAULT '',
    "count" INTEGER NOT NULL DEFAULT 1,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "security_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "security_events_actor_id_idx" ON "security_events"("actor", "id");

-- CreateIndex
CREATE INDEX "security_events_minute_idx" ON "security_events"("minute");

-- CreateIndex
CREATE UNIQUE INDEX "security_events_kind_minute_actor_network_key" ON "security_events"("kind", "minute", "actor", "network");
