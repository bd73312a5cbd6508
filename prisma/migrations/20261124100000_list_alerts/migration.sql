-- Weekly readers who asked for it also get the daily newsletter's deals on their list, on the day itself.
ALTER TABLE "readers" ADD COLUMN "list_alerts" BOOLEAN NOT NULL DEFAULT false;
-- Few readers: the freeze finds them without reading the others.
CREATE INDEX "readers_with_list_alerts" ON "readers" ("id") WHERE list_alerts;
