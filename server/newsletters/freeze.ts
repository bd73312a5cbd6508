/** 10:00 Vancouver: the edition closes. Deals and recipients are frozen in one transaction, and the send is ordered. */

import type { Newsletter } from '#prisma';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { freezePromotions, leaveOutLate } from '#server/promotions/edition.ts';
import { dateOf } from '#shared/dates.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import type { EditionDeal } from './assemble.ts';
import { contentOf } from './content.ts';
import { giveUpNewsletter, isTooLate } from './too-late.ts';
import { isWeeklyDate } from './weekly.ts';

export const SEND = 'newsletters.send';

/** `wasSent`: it went out before a backup was restored, so it's frozen however late. */
type Edition = { date: string; kind: NewsletterKind; wasSent?: boolean };

/** Freezes the newsletter of a date once; a second call finds it frozen and changes nothing. */
export const freezeNewsletter = (deps: Deps, date: string): Promise<Newsletter | null> =>
  inLongTransaction(deps.db, async (tx) => {
    const frozen = await freezeEdition(deps, tx, { date, kind: 'daily' });
    await leaveOutLate(deps, tx, date);
    return frozen;
  });

/** The weekly edition, on Saturdays; on other days there is none. */
export const freezeWeeklyNewsletter = async (deps: Deps, date: string): Promise<Newsletter | null> =>
  isWeeklyDate(date) ? inLongTransaction(deps.db, (tx) => freezeEdition(deps, tx, { date, kind: 'weekly' })) : null;

export async function freezeEdition(deps: Deps, tx: Tx, edition: Edition): Promise<Newsletter | null> {
  const newsletter = await claimDraft(tx, deps.now(), edition);
  if (!newsletter) return null;
  const promotion_ids = await takeIn(deps, tx, newsletter, edition);
  // A server that slept through the day does not send yesterday's newsletter today.
  if (!edition.wasSent && isTooLate(newsletter, deps.now())) return giveUpNewsletter(deps, tx, newsletter.id);
  const content = await contentOf(deps, tx, newsletter, promotion_ids);
  const { deals } = content.snapshot;
  const deliveries = await freezeRecipients(tx, newsletter, deals);
  // A daily one with no recipients too: the promotions run on the site, and their click window opens all the same.
  const isEmpty = edition.kind === 'weekly' ? !deliveries : !deals.length;
  if (!isEmpty) await deps.queue.send(tx, SEND, { id: newsletter.id });
  return tx.newsletter.update({
    where: { id: newsletter.id },
    data: { ...content, deliveries_total: deliveries, ...(isEmpty ? { status: 'cancelled' as const } : {}) },
  });
}

/** The status change itself is the lock: only one caller turns the draft into a frozen edition. One that a restore holds stays a draft. */
async function claimDraft(tx: Tx, now: Date, { date, kind }: Edition) {
  const newsletter_date = dateOf(date);
  await tx.newsletter.createMany({ data: [{ newsletter_date, kind }], skipDuplicates: true });
  // Whoever is releasing it at this moment is waited for.
  await tx.$queryRaw`
    select 1 from newsletters where newsletter_date = ${newsletter_date}::date and kind = ${kind}::"NewsletterKind" for update`;
  const [claimed] = await tx.newsletter.updateManyAndReturn({
    where: { newsletter_date, kind, status: 'draft', held_at: null },
    data: { status: 'frozen', frozen_at: now },
  });
  return claimed ?? null;
}

/** The weekly edition takes no promotion in: they ran in their daily one. */
async function takeIn(deps: Deps, tx: Tx, { id }: Newsletter, { date, kind }: Edition): Promise<number[]> {
  if (kind === 'weekly') return [];
  const promotions = await freezePromotions(deps, tx, { newsletter_id: id, date });
  return promotions.map((promotion) => promotion.id);
}

/**
 * Set-based: one row per reader for whom at least one deal fits (assemble.ts `fits`, in SQL). Answers how many. The limit keeps
 * Postgres from going the other way round, deal by deal, which takes five times as long.
 */
const freezeRecipients = (
  tx: Tx,
  { id, kind, newsletter_date }: Newsletter,
  deals: readonly EditionDeal[],
) => tx.$executeRaw`
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
  on conflict do nothing`;
