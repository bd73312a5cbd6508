import { Prisma, type Reader, type ReaderStatus } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';

const BOUNCE_DAYS = 90;

/**
 * SQL of the numbers of active readers by category, frequency, and price choice, as rows to be added up. Category 0 is
 * all of them. Active readers are confirmed, subscribed, and had no recent bounce
 * (docs/decisions/0162-keep-counts-of-readers.md).
 */
export const activeReaderCounts = (now: Date) => Prisma.sql`
  (select category_id, frequency, free_only, readers from reader_counts
  union all
  select c.category_id, r.frequency, r.free_only, -1
  from readers r
    cross join lateral (select 0 as category_id union all select category_id from reader_categories where reader_id = r.id) c
  where r.status = 'active' and r.confirmed_at is not null
    and r.last_bounce_at >= ${new Date(now.getTime() - BOUNCE_DAYS * DAY_MS)})`;

/** Adds up the rows that triggers have added to the counts since the last time. */
export const sumReaderCounts = ({ db }: Pick<Deps, 'db'>) => db.$executeRaw`
  with summed as (delete from reader_counts returning *)
  insert into reader_counts (category_id, frequency, free_only, readers)
  select category_id, frequency, free_only, sum(readers) from summed group by 1, 2, 3 having sum(readers) <> 0`;

/**
 * Statuses that an unsubscribe ends. Readers whom we stopped emailing for lack of an answer never said that
 * they don't want the newsletter.
 */
export const CAN_LEAVE: ReaderStatus[] = ['active', 'pending', 'sunset'];

/** The reason of readers whom an import unsubscribed, because its file says that they left another list. */
export const LEFT_ELSEWHERE = 'left another list';

/**
 * SQL condition on readers r with their row t of imported_readers: an import confirmed them, when it created them or
 * later.
 */
export const CONFIRMED_BY_IMPORT = Prisma.sql`(r.confirmed_at = coalesce(t.confirmed_at, r.created_at))`;

/** The unsubscribe reason of imported readers whom we had already emailed when their import was undone. */
export const IMPORT_UNDONE = 'import undone';

/** True unless the reader has signed up again since they last confirmed. False if they never confirmed. */
export const hasConfirmed = ({ confirmed_at, confirm_sent_at }: Pick<Reader, 'confirmed_at' | 'confirm_sent_at'>) =>
  confirmed_at !== null && (confirm_sent_at === null || confirmed_at >= confirm_sent_at);

/**
 * True if the reader has unsubscribed since they last confirmed. Their status doesn't say so while the address is
 * bounced, or pending because someone signed up with it again.
 */
export const hasUnsubscribed = ({ unsubscribed_at, confirmed_at }: Pick<Reader, 'unsubscribed_at' | 'confirmed_at'>) =>
  unsubscribed_at !== null && (confirmed_at === null || unsubscribed_at > confirmed_at);

/**
 * Unsubscribes the readers r of a condition in SQL, including those whom an import unsubscribed: their own unsubscribe
 * outlasts the undo of that import. Bounced ones stay bounced, because an unsubscribe doesn't lift a bounce.
 */
export const unsubscribe = (
  db: Pick<Tx, '$executeRaw'>,
  readers: Prisma.Sql,
  { at, reason }: { at: Date; reason: string | null },
) => db.$executeRaw`
  update readers r
  set status = case when r.status = 'bounced' then r.status else 'unsubscribed' end,
    unsubscribed_at = ${at}, unsubscribe_reason = ${reason}, updated_at = ${at}
  where ${readers} and (
    r.status = any(${CAN_LEAVE}::"ReaderStatus"[])
    or (r.status = 'unsubscribed' and r.unsubscribe_reason = ${LEFT_ELSEWHERE})
    or (r.status = 'bounced' and (r.unsubscribed_at is null or r.unsubscribed_at <= r.confirmed_at)))`;
