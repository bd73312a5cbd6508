/** What an edition holds: made by one function for the freeze, which stores it, and for looking at a draft. */

import type { Newsletter } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { duePromotions } from '#server/promotions/edition.ts';
import { dateText } from '#shared/dates.ts';
import { type EditionDeal, preheaderOf, subjectOf } from './assemble.ts';
import { dailyDeals } from './deals.ts';
import { weeklyDeals } from './weekly.ts';

export type Content = { subject: string; preheader: string; snapshot: { deals: EditionDeal[] } };

/** `promotion_ids`: of a daily edition, in its order. The words are the staff's, where they wrote any. */
export async function contentOf(
  deps: Deps,
  db: Database | Tx,
  newsletter: Pick<Newsletter, 'id' | 'kind' | 'newsletter_date' | 'subject' | 'preheader'>,
  promotion_ids: readonly number[],
): Promise<Content> {
  const { id, kind, newsletter_date, subject, preheader } = newsletter;
  const deals =
    kind === 'weekly'
      ? await weeklyDeals(deps, db, dateText(newsletter_date))
      : await dailyDeals(deps, db, { newsletter_id: id, ids: promotion_ids });
  return {
    subject: subject || subjectOf(kind, deals),
    preheader: preheader || preheaderOf(kind, deals),
    snapshot: { deals },
  };
}

/** The edition as it went out; of a draft, as it would if it were closed now. */
export async function asItWouldGo(deps: Deps, newsletter: Newsletter): Promise<Newsletter> {
  if (newsletter.status !== 'draft') return { ...newsletter, snapshot: newsletter.snapshot ?? { deals: [] } };
  const due = newsletter.kind === 'weekly' ? [] : await duePromotions(deps.db, newsletter.newsletter_date);
  const ids = due.filter(({ problem }) => !problem).map(({ id }) => id);
  return { ...newsletter, ...(await contentOf(deps, deps.db, newsletter, ids)) };
}
