/** What staff may change about an edition before it closes: its words and the order of its promotions. */

import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, missing } from '#server/platform/errors.ts';
import { orderPromotions } from '#server/promotions/edition.ts';
import { addDays, dateOf } from '#shared/dates.ts';
import type { NewsletterPatch } from '#shared/newsletters.ts';
import { presentNewsletter } from './presenter.ts';
import { newsletterById } from './queries.ts';

export const changeNewsletter = (
  deps: Deps,
  { id, by, patch }: { id: number; by: { id: number }; patch: NewsletterPatch },
) =>
  deps.db.$transaction(async (tx) => {
    const { promotion_ids, ...words } = patch;
    const before = await tx.newsletter.findUnique({ where: { id }, omit: { snapshot: true } });
    if (!before) throw missing();
    const changed = await tx.newsletter.updateMany({ where: { id, status: 'draft' }, data: words });
    if (!changed.count) {
      const { row, counts } = (await newsletterById(tx, id))!;
      const newsletter = presentNewsletter(row, counts);
      throw conflict('This newsletter is already closed, so it can no longer be changed.', { newsletter });
    }
    if (promotion_ids) await orderPromotions(tx, before.newsletter_date, promotion_ids);
    await audit(tx, deps.now(), {
      user_id: by.id,
      action: 'update',
      entity: 'newsletter',
      entity_id: id,
      before,
      after: patch,
    });
  });

const DRAFTS_AHEAD = 14;

/** Drafts for the coming days, so that staff can plan them. */
export const ensureNewsletters = (deps: Deps, from: string) =>
  deps.db.newsletter.createMany({
    data: Array.from({ length: DRAFTS_AHEAD }, (_, days) => ({ newsletter_date: dateOf(addDays(from, days)) })),
    skipDuplicates: true,
  });
