/**
 * The ranges in which a newsletter is sent, each by one process at a time. A range whose process died or was paused is
 * taken over when its lease lapses. See docs/decisions/0142-send-in-ranges.md.
 */
import type { NewsletterRange } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { LeaseLostError, whileLeased } from '#server/platform/leases.ts';
import { type LeasedRange, leaseNameOf } from './delivery-log.ts';

/** Matches ranges with emails to send, or with deferred emails that are due by `retriesUntil` (null: at any time). */
const openRanges = (retriesUntil: Date | null) => [
  { done_at: null },
  { retry_at: retriesUntil ? { lte: retriesUntil } : { not: null } },
];

const ENGAGED_FIRST = [{ is_engaged: 'desc' }, { is_recent: 'desc' }, { number: 'asc' }] as const;

/**
 * Works on one open range after another, and skips those that other processes work on. Engaged readers' ranges come
 * first, then, in a warm-up, those of recently confirmed readers, then the rest. Each group is in the order of reader
 * ids, because imports create their most engaged readers first. In a warm-up, skips a provider's less engaged readers
 * until its more engaged ones are done. `work` returns a reason to stop or null. All deferred emails are included if
 * `retriesUntil` is null.
 */
export async function processRanges<Stop>(
  deps: Pick<Deps, 'db' | 'pool' | 'log'>,
  { newsletter_id, retriesUntil }: { newsletter_id: number; retriesUntil: Date | null },
  work: (range: LeasedRange) => Promise<Stop | null>,
): Promise<Stop | null> {
  const where = { newsletter_id, OR: openRanges(retriesUntil) };
  const ranges = await deps.db.newsletterRange.findMany({
    where,
    select: { number: true },
    orderBy: [...ENGAGED_FIRST],
  });
  for (const { number } of ranges) {
    const stop = await whileLeased(deps.pool, leaseNameOf({ newsletter_id, number }), async (lease) => {
      // Another process may have finished the range since it was listed.
      const range = await deps.db.newsletterRange.findFirst({ where: { ...where, number } });
      return range && !(await shouldSkip(deps.db, range)) && work({ ...range, lease });
    }).catch((error) => {
      if (!(error instanceof LeaseLostError)) throw error;
      deps.log.warn({ err: error, newsletter_id }, 'newsletter range taken over');
      return null;
    });
    if (stop) return stop;
  }
  return null;
}

/** True if a range with more engaged readers of the same provider isn't done. */
const shouldSkip = async (
  db: Pick<Deps['db'], 'newsletterRange'>,
  { newsletter_id, provider, is_engaged, is_recent }: NewsletterRange,
): Promise<boolean> =>
  provider !== '' &&
  !is_engaged &&
  (await db.newsletterRange.count({
    where: {
      ...{ newsletter_id, provider, done_at: null },
      OR: [{ is_engaged: true }, ...(is_recent ? [] : [{ is_recent: true }])],
    },
  })) > 0;

/** True if no range has emails to send or, with `isFinal`, deferred ones. */
export const areRangesDone = async (
  db: Pick<Deps['db'], 'newsletterRange'>,
  newsletter_id: number,
  { isFinal }: { isFinal: boolean },
): Promise<boolean> =>
  !(await db.newsletterRange.count({
    where: { newsletter_id, ...(isFinal ? { OR: openRanges(null) } : { done_at: null }) },
  }));

/**
 * Number of frozen deliveries that no range has, such as those of a freeze by a process of an earlier version. Nobody
 * would send them.
 */
export async function countOutsideRanges(db: Pick<Deps['db'], 'newsletter' | 'newsletterRange'>, id: number) {
  const { deliveries_total } = await db.newsletter.findUniqueOrThrow({
    where: { id },
    select: { deliveries_total: true },
  });
  const { _sum } = await db.newsletterRange.aggregate({ where: { newsletter_id: id }, _sum: { deliveries: true } });
  return deliveries_total - (_sum.deliveries ?? 0);
}

/** Condition of newsletters with an open range. */
export const withOpenRanges = (retriesUntil: Date) => ({ ranges: { some: { OR: openRanges(retriesUntil) } } });
