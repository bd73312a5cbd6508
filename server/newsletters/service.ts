/** Drafts: their creation, and staff changes to their subject, preheader, and order of promotions. */

import type { NewsletterKind } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { areAllBookedOn, orderPromotions } from '#server/promotions/newsletter-events.ts';
import { addDays, isWeeklyDate, parseDate, toIsoDate } from '#shared/dates.ts';
import { NEWSLETTER_KINDS, type NewsletterPatch } from '#shared/newsletters.ts';
import { presentNewsletter } from './presenter.ts';
import { newsletterById } from './queries.ts';

export const updateNewsletter = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, patch }: { id: number; actor: { id: number }; patch: NewsletterPatch },
) =>
  deps.db.$transaction(async (tx) => {
    const { promotion_ids, ...texts } = patch;
    const before = await tx.newsletter.findUnique({ where: { id }, omit: { snapshot: true } });
    if (!before) throw notFound();
    const changed = await tx.newsletter.updateMany({ where: { id, status: 'draft' }, data: texts });
    if (!changed.count)
      throw await conflictOrNotFound(tx, id, 'This newsletter is already closed, so it can no longer be changed.');
    if (promotion_ids && before.kind === 'weekly')
      throw invalid({ promotion_ids: ['can’t be ordered: the weekly newsletter is sorted by readers’ interest'] });
    if (promotion_ids && !(await areAllBookedOn(tx, before.newsletter_date, promotion_ids)))
      throw invalid({ promotion_ids: ['must all be promotions of this newsletter'] });
    if (promotion_ids) await orderPromotions(tx, before.newsletter_date, promotion_ids);
    await audit(tx, deps.now(), {
      user_id: actor.id,
      action: 'update',
      entity: 'newsletter',
      entity_id: id,
      before,
      after: patch,
    });
  });

/** 409 with the current record; 404 if it doesn't exist. */
export async function conflictOrNotFound(db: Database | Tx, id: number, message: string) {
  const match = await newsletterById(db, id);
  return match ? conflict(message, { newsletter: presentNewsletter(match.row, match.counts) }) : notFound();
}

const DRAFTS_AHEAD = 14;

/**
 * Creates drafts for the coming days, so that staff can plan them; Saturdays also have a weekly one. Only the missing
 * ones are inserted: a skipped duplicate would also use up an id, and deliveries are partitioned by newsletter id.
 */
export async function ensureNewsletters({ db }: Pick<Deps, 'db'>, from: string) {
  const dates = Array.from({ length: DRAFTS_AHEAD }, (_, days) => addDays(from, days));
  const kindsOn = (date: string) => (isWeeklyDate(date) ? NEWSLETTER_KINDS : (['daily'] as const));
  const existing = await db.newsletter.findMany({
    where: { newsletter_date: { in: dates.map(parseDate) } },
    select: { newsletter_date: true, kind: true },
  });
  const isMissing = (date: string, kind: NewsletterKind) =>
    !existing.some((draft) => draft.kind === kind && toIsoDate(draft.newsletter_date) === date);
  const missing = dates.flatMap((date) =>
    kindsOn(date).flatMap((kind) => (isMissing(date, kind) ? [{ newsletter_date: parseDate(date), kind }] : [])),
  );
  // Another process may have inserted some since.
  if (missing.length) await db.newsletter.createMany({ data: missing, skipDuplicates: true });
}
