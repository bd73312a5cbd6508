/** 10:00 Vancouver: the edition closes. Deals and recipients are frozen in one transaction, and the send is ordered. */

import type { Newsletter } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failToSend, freezePromotions } from '#server/promotions/edition.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { dateOf, daysBetween } from '#shared/dates.ts';
import { storesOf } from '#shared/stores.ts';
import { type EditionDeal, subjectOf } from './assemble.ts';

export const SEND = 'newsletters.send';

/** Freezes the newsletter of a date once; a second call finds it frozen and changes nothing. */
export const freezeNewsletter = (deps: Deps, date: string): Promise<Newsletter | null> =>
  deps.db.$transaction(
    async (tx) => {
      const newsletter = await claimDraft(tx, deps.now(), date);
      if (!newsletter) return null;
      if (isTooLate(deps, date)) return missNewsletter(deps, tx, newsletter, date);
      const promotions = await freezePromotions(deps, tx, { newsletter_id: newsletter.id, date });
      const deals = await dealsOf(deps, tx, promotions);
      const deliveries = await freezeRecipients(tx, newsletter.id, date, deals);
      // With no recipients too: the promotions run on the site, and their click window opens all the same.
      if (deals.length) await deps.queue.send(tx, SEND, { id: newsletter.id });
      return tx.newsletter.update({
        where: { id: newsletter.id },
        data: {
          subject: newsletter.subject || subjectOf(deals),
          preheader:
            newsletter.preheader ||
            deals
              .slice(0, 3)
              .map(({ title }) => title)
              .join(' · '),
          snapshot: { deals },
          deliveries_total: deliveries,
          ...(deals.length ? {} : { status: 'cancelled' as const }),
        },
      });
    },
    { timeout: 60_000 },
  );

/** The status change itself is the lock: only one caller turns the draft into a frozen edition. */
async function claimDraft(tx: Tx, now: Date, date: string) {
  await tx.newsletter.createMany({ data: [{ newsletter_date: dateOf(date) }], skipDuplicates: true });
  const [claimed] = await tx.newsletter.updateManyAndReturn({
    where: { newsletter_date: dateOf(date), status: 'draft' },
    data: { status: 'frozen', frozen_at: now },
  });
  return claimed ?? null;
}

/** A server that slept through the day does not send yesterday's newsletter today. */
const isTooLate = (deps: Deps, date: string) => daysBetween(date, promotionToday(deps.now())) > 1;

async function missNewsletter(deps: Deps, tx: Tx, newsletter: Newsletter, date: string) {
  const promotions = await freezePromotions(deps, tx, { newsletter_id: newsletter.id, date });
  for (const { id } of promotions)
    await failToSend(deps, tx, id, 'The newsletter of this date was not sent because of a fault on our side.');
  return tx.newsletter.update({ where: { id: newsletter.id }, data: { status: 'failed' } });
}

async function dealsOf(deps: Deps, tx: Tx, promotions: readonly PromotionRow[]): Promise<EditionDeal[]> {
  const rows = await tx.promotion.findMany({
    where: { id: { in: promotions.map(({ id }) => id) } },
    include: { book: { include: { author: true } }, category: true, addons: { where: { state: 'confirmed' } } },
    orderBy: { position: 'asc' },
  });
  return rows.map((row) => ({
    promotion_id: row.id,
    category_id: row.category_id,
    category_name: row.category.name,
    category_position: row.category.position,
    is_adult: row.category.is_adult || row.book.content_rating === 'adult',
    is_top: row.addons.length > 0,
    position: row.position!,
    title: row.book.title,
    author_name: row.book.author?.name ?? null,
    blurb: row.blurb_override || row.book.blurb || `${row.book.description.slice(0, 280).replace(/\s+\S*$/, '')} …`,
    cover_url: deps.config.appUrl + coverUrl(row.book.cover),
    sale_price_cents: row.sale_price_cents,
    current_price_cents: row.current_price_cents,
    stores: storesOf(row.book),
  }));
}

/** Set-based: one row per reader for whom at least one deal fits (assemble.ts `fits`, in SQL). Answers how many. */
const freezeRecipients = (tx: Tx, newsletter_id: number, date: string, deals: readonly EditionDeal[]) => tx.$executeRaw`
  insert into deliveries (newsletter_id, reader_id)
  select ${newsletter_id}, r.id
  from readers r
  where r.status = 'active' and r.email is not null and r.frequency = 'daily'
    and (r.paused_until is null or r.paused_until < ${dateOf(date)}::date)
    and exists (
      select 1
      from jsonb_to_recordset(${JSON.stringify(deals)}::jsonb) as d(category_id int, sale_price_cents int, is_adult boolean, stores text[])
      join reader_categories rc on rc.reader_id = r.id and rc.category_id = d.category_id
      where (not r.free_only or d.sale_price_cents = 0)
        and (r.max_price_cents is null or d.sale_price_cents <= r.max_price_cents)
        and (r.adult_ok or not d.is_adult)
        and (r.stores = '{}' or r.stores::text[] && d.stores))
  on conflict do nothing`;
