-- AlterTable
ALTER TABLE "readers" ADD COLUMN     "confirm_wishes" JSONB;

-- Links that earlier versions kept for good.
UPDATE readers SET confirm_token_hash = NULL
WHERE confirm_token_hash IS NOT NULL AND status <> 'pending'
  AND coalesce(confirmed_at, confirm_sent_at) < now() - interval '7 days';
