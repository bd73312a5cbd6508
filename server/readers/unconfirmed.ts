/**
 * Deletes sign-ups that were never confirmed, and used links. Returning readers who had unsubscribed before become
 * unsubscribed again.
 */
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';

const MAX_BATCH = 1_000;

/**
 * Each statement is its own transaction and checks the state again, so a reader who confirms at the same moment stays.
 * Returns the number deleted.
 */
export async function deleteUnconfirmed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const since = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await repeatUntilDone(
    () => db.$executeRaw`
      update readers set confirm_token_hash = null, confirm_wishes = null where id in (
        select id from readers
        where confirm_token_hash is not null and status <> 'pending' and coalesce(confirmed_at, confirm_sent_at) < ${since(RETENTION_DAYS.confirmation_link)}
        limit ${MAX_BATCH}
      )`,
  );
  await repeatUntilDone(
    () => db.$executeRaw`
      update readers set status = 'unsubscribed', confirm_token_hash = null, confirm_wishes = null, updated_at = ${now()} where status = 'pending' and id in (
        select id from readers where status = 'pending' and confirm_sent_at < ${since(RETENTION_DAYS.unconfirmed_sign_ups)} and confirmed_at is not null
        limit ${MAX_BATCH}
      )`,
  );
  // Their emails are deleted with them.
  return repeatUntilDone(
    () => db.$executeRaw`
      delete from readers where status = 'pending' and confirmed_at is null and id in (
        select id from readers where status = 'pending' and confirm_sent_at < ${since(RETENTION_DAYS.unconfirmed_sign_ups)} and confirmed_at is null
        limit ${MAX_BATCH}
      )`,
  );
}

async function repeatUntilDone(change: () => Promise<number>): Promise<number> {
  let changed = 0;
  for (let last = MAX_BATCH; last === MAX_BATCH; changed += last) last = await change();
  return changed;
}
