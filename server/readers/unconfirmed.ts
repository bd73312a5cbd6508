/**
 * Deletes sign-ups that were never confirmed, and clears used links that have expired. Returning readers who don't
 * confirm become unsubscribed, or sunset if they hadn't answered the last question. Imported readers whom we asked for
 * permission leave a keyed hash, so that no import asks them again. Those whom we never asked leave none.
 */
import { Prisma } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { emailHash, type SuppressionReason } from './suppression.ts';

const MAX_BATCH = 1_000;

/**
 * Each statement is its own transaction and checks the state again, so a reader who confirms or signs up at the same
 * moment stays. Returns the number deleted.
 */
export async function deleteUnconfirmed(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<number> {
  const { db, now } = deps;
  const since = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const hasUsedLink = Prisma.sql`confirm_token_hash is not null and status <> 'pending'
    and greatest(confirmed_at, confirm_sent_at) < ${since(RETENTION_DAYS.confirmation_link)}`;
  await repeatUntilDone(
    () => db.$executeRaw`
      update readers set confirm_token_hash = null, confirm_wishes = null
      where ${hasUsedLink} and id in (select id from readers where ${hasUsedLink} limit ${MAX_BATCH})`,
  );
  const hasReturned = Prisma.sql`status = 'pending' and confirmed_at is not null
    and confirm_sent_at < ${since(RETENTION_DAYS.unconfirmed_sign_ups)}`;
  await repeatUntilDone(
    () => db.$executeRaw`
      update readers r set status = (case when exists (
          select from sunset_questions q
          where q.reader_id = r.id and q.outcome = 'sunset' and q.ended_at > coalesce(r.unsubscribed_at, '-infinity')
        ) then 'sunset' else 'unsubscribed' end)::"ReaderStatus",
        confirm_token_hash = null, confirm_wishes = null, updated_at = ${now()}
      where ${hasReturned} and id in (select id from readers where ${hasReturned} limit ${MAX_BATCH})`,
  );
  return deleteNeverConfirmed(deps, since(RETENTION_DAYS.unconfirmed_sign_ups));
}

const UNANSWERED: SuppressionReason = 'unanswered';

/**
 * Deletes the readers who never confirmed and whose link was sent before `before`, with their emails. Keeps readers
 * whose permission reminder is still due, for at most `paused_permission` days. After as many days without
 * permission emails of an import, also deletes the readers whom we haven't asked yet. Returns the number of readers.
 */
async function deleteNeverConfirmed(deps: Pick<Deps, 'db' | 'now' | 'config'>, before: Date): Promise<number> {
  const { db, now } = deps;
  const paused = new Date(now().getTime() - RETENTION_DAYS.paused_permission * DAY_MS);
  for (let deleted = 0; ; ) {
    const batch = await db.$queryRaw<{ id: number; email: string; is_asked: boolean }[]>`
      select r.id, r.email::text as email, coalesce(i.permission_emails, 0) > 0 as is_asked
      from readers r left join imported_readers i on i.reader_id = r.id left join reader_imports o on o.id = i.import_id
      where r.status = 'pending' and r.confirmed_at is null and case
        when r.confirm_sent_at is null then greatest(i.ask_at, o.finished_at, o.asking_at) < ${paused}
        else r.confirm_sent_at < ${before} and not coalesce(
          i.permission_emails > 0 and i.ask_at is not null and r.sign_up_source = 'import' and r.confirm_sent_at >= ${paused}, false)
        end
      limit ${MAX_BATCH}`;
    const askedReaders = batch.filter(({ is_asked }) => is_asked);
    const hashes = askedReaders.map(({ id, email }) => ({
      id,
      hash: Buffer.from(emailHash(deps, email)).toString('hex'),
    }));
    deleted += await db.$executeRaw`
      with gone as (
        delete from readers
        where id = any(${batch.map(({ id }) => id)}::int[]) and status = 'pending' and confirmed_at is null
          and coalesce(confirm_sent_at < ${before}, true)
        returning id, confirm_sent_at
      ), counted as (
        update reader_imports o set never_asked = o.never_asked + one.readers
        from (
          select i.import_id, count(*)::int as readers from gone join imported_readers i on i.reader_id = gone.id
          where gone.confirm_sent_at is null group by 1) one
        where o.id = one.import_id
      ), noted as (
        insert into suppressions (email_hash, reason, at)
        select decode(hash, 'hex'), ${UNANSWERED}, ${now()}
        from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as h(id int, hash text) join gone using (id)
        on conflict do nothing
      )
      select from gone`;
    if (batch.length < MAX_BATCH) return deleted;
  }
}

async function repeatUntilDone(change: () => Promise<number>): Promise<number> {
  let changed = 0;
  for (let last = MAX_BATCH; last === MAX_BATCH; changed += last) last = await change();
  return changed;
}
