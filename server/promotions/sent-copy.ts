/** A promotion's entry as frozen into its newsletter, whatever has changed in the book since. */
import type { Database } from '#server/platform/database.ts';
import { SentCopy } from '#shared/promotions.ts';

/** The entry that readers received, or null if the promotion isn't in a closed newsletter. */
export async function sentCopyOf(db: Database, { id }: { id: number }): Promise<SentCopy | null> {
  const [found] = await db.$queryRaw<{ deal: unknown }[]>`
    select deal from promotions p
      join newsletters n on n.id = p.newsletter_id
      cross join jsonb_array_elements(n.snapshot -> 'deals') deal
    where p.id = ${id} and p.frozen_at is not null and (deal ->> 'promotion_id')::int = p.id`;
  return found ? SentCopy.parse(found.deal) : null;
}
