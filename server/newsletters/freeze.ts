/**
 * Closes a newsletter: decides its deals in one transaction, and queues the choice of its recipients, which takes one
 * short transaction per range of readers (freeze-readers.ts).
 */

import type { Newsletter } from '#prisma';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { freezePromotions, markUnfrozenUnableToSend } from '#server/promotions/newsletter-events.ts';
import { runningWarmUp } from '#server/warm-up/days.ts';
import { isWeeklyDate, parseDate } from '#shared/dates.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import { abandonDraft, hasMissedWindow } from './abandon.ts';
import { buildContent } from './content.ts';
import { countWeeklyInterest, type InterestCounts, isDailyOpen } from './weekly.ts';

export const FREEZE_READERS_JOB = 'newsletters.freeze_readers';
export const SEND_NEWSLETTER_JOB = 'newsletters.send';

/**
 * A draft to freeze, with data that is read before the freeze's transaction to keep that one short. `sent_at` is set if
 * the newsletter was sent before a backup was restored. Such a draft is frozen however late, and nothing is sent.
 */
export type FreezeRequest = { date: string; sent_at?: Date } & (
  | { kind: 'daily' }
  | { kind: 'weekly'; interest_counts: InterestCounts }
);

/** Reads the data that freezing the draft needs, before the freeze's transaction. */
export const readFreezeRequest = async (
  { db }: Pick<Deps, 'db'>,
  { date, kind }: { date: string; kind: NewsletterKind },
): Promise<FreezeRequest> =>
  kind === 'weekly' ? { date, kind, interest_counts: await countWeeklyInterest(db, date) } : { date, kind };

/**
 * Freezes the daily newsletter of a date once, or abandons it if it missed its window. Returns null if it's already
 * closed, held, or locked. If that newsletter is closed, also marks approved promotions of this or an earlier date as
 * unable to send, unless they were frozen or their newsletter is held.
 */
export const freezeNewsletter = (
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  date: string,
): Promise<Newsletter | null> => inLongTransaction(deps.db, (tx) => freezeDaily(deps, tx, date));

/** The same inside an open transaction. */
export async function freezeDaily(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  date: string,
): Promise<Newsletter | null> {
  const frozen = await freezeDraft(deps, tx, { date, kind: 'daily' });
  if (frozen || (await isFrozen(tx, date))) await markUnfrozenUnableToSend(deps, tx, { date, reason: ALREADY_CLOSED });
  return frozen;
}

const ALREADY_CLOSED = 'The newsletter for this date was already closed.';

const isFrozen = async (tx: Tx, date: string) =>
  (await tx.newsletter.count({
    where: { newsletter_date: parseDate(date), kind: 'daily', status: { not: 'draft' } },
  })) > 0;

/**
 * Freezes the weekly newsletter of a date. Returns null when `freezeDraft` does, and on days other than Saturday. Also
 * returns null while the date's daily newsletter is open, because the weekly one repeats its deals; the sweep freezes
 * the weekly one later.
 */
export async function freezeWeeklyNewsletter(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  date: string,
): Promise<Newsletter | null> {
  if (!isWeeklyDate(date) || (await isDailyOpen(deps, date))) return null;
  const request = await readFreezeRequest(deps, { date, kind: 'weekly' });
  return inLongTransaction(deps.db, (tx) => freezeDraft(deps, tx, request));
}

/**
 * Freezes a draft's content, or abandons a draft that missed its window. Returns null if it is held or already closed,
 * or another process is freezing it. From here on, nothing that happens to a promotion or a book changes the
 * newsletter, however long the choice of recipients takes.
 */
export async function freezeDraft(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  request: FreezeRequest,
): Promise<Newsletter | null> {
  const draft = await lockDraft(tx, request);
  if (!draft) return null;
  const { sent_at = null } = request;
  // A server that was down past the next cutoff doesn't send the old newsletter.
  if (!sent_at && hasMissedWindow(draft, deps.now())) return abandonDraft(deps, tx, draft);
  const where = { id: draft.id };
  const warmUp = await runningWarmUp(tx, deps.config);
  const data = { status: 'freezing', frozen_at: deps.now(), sent_at, warm_up_id: warmUp?.id ?? null } as const;
  const newsletter = await tx.newsletter.update({ where, data });
  const source =
    request.kind === 'weekly'
      ? request
      : { kind: request.kind, promotion_ids: await freezePromotionsInto(deps, tx, newsletter, request.date) };
  const content = await buildContent(deps, tx, newsletter, source);
  const isEmpty = !content.snapshot.deals.length;
  if (!isEmpty) await deps.queue.send(tx, FREEZE_READERS_JOB, where);
  return tx.newsletter.update({ where, data: { ...content, ...(isEmpty ? { status: 'cancelled' as const } : {}) } });
}

/**
 * Locks the draft for one caller, unless a restore holds it. Other callers skip it without waiting; should the first
 * one fail, the sweep finds the draft again.
 */
async function lockDraft(
  tx: Tx,
  { date, kind }: FreezeRequest,
): Promise<{ id: number; newsletter_date: Date; kind: NewsletterKind } | null> {
  const newsletter_date = parseDate(date);
  const where = { newsletter_date, kind };
  // Checked first, because even an insert that does nothing on conflict would wait for a process freezing the
  // newsletter.
  if (!(await tx.newsletter.count({ where }))) await tx.newsletter.createMany({ data: [where], skipDuplicates: true });
  const [draft] = await tx.$queryRaw<{ id: number }[]>`
    select id from newsletters
    where newsletter_date = ${newsletter_date}::date and kind = ${kind}::"NewsletterKind" and status = 'draft'
      and held_at is null
    for no key update skip locked`;
  return draft ? { ...draft, newsletter_date, kind } : null;
}

/** Freezes the promotions into a daily newsletter. A weekly one has none of its own. */
async function freezePromotionsInto(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id }: Newsletter,
  date: string,
): Promise<number[]> {
  const promotions = await freezePromotions(deps, tx, { newsletter_id: id, date });
  return promotions.map((promotion) => promotion.id);
}
