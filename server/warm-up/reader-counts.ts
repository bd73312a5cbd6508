/** Counts the readers of newsletters by provider and by what happened to their emails. */
import type { Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { ReaderCounts } from '#shared/warm-up.ts';

/** Returns the counts of each provider in the newsletters' ranges. */
export async function readerCounts(
  db: Database | Tx,
  newsletter: Prisma.NewsletterWhereInput,
): Promise<Map<string, ReaderCounts>> {
  const sums = await db.newsletterRange.groupBy({
    by: ['provider'],
    where: { newsletter },
    _sum: {
      deliveries: true,
      accepted: true,
      bounced: true,
      suppressed: true,
      skipped: true,
      uncertain: true,
      erased: true,
    },
  });
  return new Map(
    sums.map(({ provider, _sum: sum }) => {
      const [readers, accepted, skipped] = [sum.deliveries ?? 0, sum.accepted ?? 0, sum.skipped ?? 0];
      const undelivered =
        (sum.bounced ?? 0) + (sum.uncertain ?? 0) + (sum.erased ?? 0) + (sum.suppressed ?? 0) - skipped;
      const waiting = Math.max(0, readers - accepted - skipped - undelivered);
      return [provider, { readers, accepted, skipped, undelivered, waiting }];
    }),
  );
}
