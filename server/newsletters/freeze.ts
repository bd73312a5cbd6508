/**
 * Closes a newsletter at 10:00 Vancouver time: freezes its deals and recipients in one transaction, and queues the
 * sending.
 */

import type { Newsletter } from '#prisma';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { freezePromotions, leaveOutWaiting } from '#server/promotions/edition.ts';
import { dateOf } from '#shared/dates.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import type { EditionDeal } from './assemble.ts';
import { contentOf } from './content.ts';
import { abandonDraft, isTooLate } from './too-late.ts';
import { isWeeklyDate } from './weekly.ts';

export const SEND = 'newsletters.send';

/** `wasSent`: it was sent before a backup was restored, so it is frozen however late. */
type Edition = { date: string; kind: NewsletterKind; wasSent?: boolean };

/**
 * Freezes the newsletter of a date once; a second call changes nothing. Afterwards no approved promotion of the date or
 * an earlier one is left unprocessed.
 */
export const freezeNewsletter = (deps: Deps, date: string): Promise<Newsletter | null> =>
  inLongTransaction(deps.db, (tx) => freezeDaily(deps, tx, date));

/** The same inside an open transaction. */
export async function freezeDaily(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  date: string,
): Promise<Newsletter | null> {
  const frozen = await freezeEdition(deps, tx, { date, kind: 'daily' });
  if (frozen || (await isFrozen(tx, date))) await leaveOutWaiting(deps, tx, { date, reason: ALREADY_CLOSED });
  return frozen;
}

const ALREADY_CLOSED = 'The newsletter of this date had already closed.';

const isFrozen = async (tx: Tx, date: string) =>
  (await tx.newsletter.count({
    where: { newsletter_date: dateOf(date), kind: 'daily', status: { not: 'draft' } },
  })) > 0;

/** Freezes the weekly newsletter; null on days other than Saturday. */
export const freezeWeeklyNewsletter = async (deps: Deps, date: string): Promise<Newsletter | null> =>
  isWeeklyDate(date) ? inLongTransaction(deps.db, (tx) => freezeEdition(deps, tx, { date, kind: 'weekly' })) : null;

/** Null if it is frozen already, or another process is freezing it. */
export async function freezeEdition(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  edition: Edition,
): Promise<Newsletter | null> {
  const draft = await lockDraft(tx, edition);
  if (!draft) return null;
  // A server that was down past the next cutoff doesn't send the old newsletter.
  if (!edition.wasSent && isTooLate(draft, deps.now())) return abandonDraft(deps, tx, draft);
  const where = { id: draft.id };
  const newsletter = await tx.newsletter.update({ where, data: { status: 'frozen', frozen_at: deps.now() } });
  const promotion_ids = await takeIn(deps, tx, newsletter, edition);
  const content = await contentOf(deps, tx, newsletter, promotion_ids);
  const { deals } = content.snapshot;
  const deliveries = await freezeRecipients(tx, newsletter, deals);
  // A daily newsletter is sent even without recipients: its promotions run on the site, and their click window opens.
  const isEmpty = edition.kind === 'weekly' ? !deliveries : !deals.length;
  if (!isEmpty) await deps.queue.send(tx, SEND, where);
  return tx.newsletter.update({
    where,
    data: { ...content, deliveries_total: deliveries, ...(isEmpty ? { status: 'cancelled' as const } : {}) },
  });
}

/**
 * Locks the draft for one caller, unless a restore holds it. Other callers skip it without waiting; should the first
 * one fail, the sweep finds the draft again.
 */
async function lockDraft(
  tx: Tx,
  { date, kind }: Edition,
): Promise<{ id: number; newsletter_date: Date; kind: NewsletterKind } | null> {
  const newsletter_date = dateOf(date);
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
async function takeIn(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id }: Newsletter,
  { date, kind }: Edition,
): Promise<number[]> {
  if (kind === 'weekly') return [];
  const promotions = await freezePromotions(deps, tx, { newsletter_id: id, date });
  return promotions.map((promotion) => promotion.id);
}

/**
 * Inserts one row per reader whom at least one deal matches (`fits` in assemble.ts, in SQL), and returns their number.
 * Readers who have the date's other newsletter are skipped, even if they changed their frequency since. The limit keeps
 * Postgres from iterating by deal, which takes five times as long.
 */
async function freezeRecipients(
  tx: Tx,
  { id, kind, newsletter_date }: Newsletter,
  deals: readonly EditionDeal[],
): Promise<number> {
  const sibling = await tx.newsletter.findFirst({ where: { newsletter_date, id: { not: id } }, select: { id: true } });
  const sibling_id = sibling?.id ?? 0;
  return tx.$executeRaw`
  with deals as materialized (
    select distinct * from jsonb_to_recordset(${JSON.stringify(deals)}::jsonb)
      as deal(category_id int, sale_price_cents int, is_adult boolean, stores text[])
  )
  insert into deliveries (newsletter_id, reader_id)
  select ${id}, r.id
  from readers r
  where r.status = 'active' and r.email is not null and r.frequency = ${kind}::"Frequency"
    and (r.paused_until is null or r.paused_until < ${newsletter_date}::date)
    and exists (
      select 1
      from reader_categories rc cross join lateral (
        select 1 from deals d
        where d.category_id = rc.category_id
          and (not r.free_only or d.sale_price_cents = 0)
          and (r.max_price_cents is null or d.sale_price_cents <= r.max_price_cents)
          and (r.adult_ok or not d.is_adult)
          and (r.stores = '{}' or r.stores::text[] && d.stores)
        limit 1) fitting
      where rc.reader_id = r.id)
    and not exists (
      select 1 from deliveries d
      where d.newsletter_id = ${sibling_id} and d.reader_id = r.id and d.state in ('handing_over', 'accepted', 'uncertain'))
  on conflict do nothing`;
}
