-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "secrets" JSONB;

-- Links of mails that still wait go into the new column; those of mails that went out are forgotten.
UPDATE "mails" SET
  "secrets" = CASE WHEN "state" <> 'queued' THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object(
    'reset_url', "props" -> 'reset_url', 'accept_url', "props" -> 'accept_url', 'confirm_url', "props" -> 'confirm_url')) END,
  "props" = "props" - '{reset_url,accept_url,confirm_url}'::text[]
WHERE "template" IN ('password_reset', 'staff_invitation', 'reader_confirm');
