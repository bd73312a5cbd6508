/** Ranks a promotion's result, and the partner's previous one, among comparable promotions. */
import type { Database } from '#server/platform/database.ts';
import { toIsoDate } from '#shared/dates.ts';
import type { LastPromotionPercentile } from '#shared/promotions.ts';
import { percentileOf, YEAR_DAYS } from './percentile.ts';
import type { PromotionRow } from './queries.ts';

type LastPromotionRow = {
  basis: 'book' | 'author' | 'partner';
  promotion_id: number;
  promotion_date: Date;
  clicks: number;
  clicks_per_thousand: number;
  category_id: number;
  sample_size: number;
  below: number;
  equal: number;
} & Comparison;

type Comparison = { category_name: string; price_type: 'free' | 'discounted' };

/**
 * Ranks the last settled promotion before this one (the book's, else the author's, else the partner's) among others of
 * the same category and price type in the year up to its date. Adds this promotion's own rank. Two statements.
 */
export async function lastPromotionPercentile(db: Database, promotion: PromotionRow): Promise<LastPromotionPercentile> {
  const own = await ownResult(db, promotion.id);
  const [last] = await db.$queryRaw<LastPromotionRow[]>`
    with this as (
      select p.id, p.partner_id, p.book_id, b.author_id, coalesce(p.promotion_date, p.requested_date) as date
      from promotions p join books b on b.id = p.book_id where p.id = ${promotion.id}
    ), last as (
      select s.*, case when p.book_id = this.book_id then 'book' when b.author_id = this.author_id then 'author' else 'partner' end as basis
      from this join promotions p on p.partner_id = this.partner_id and p.id <> this.id
        join books b on b.id = p.book_id
        join promotion_stats s on s.promotion_id = p.id and s.promotion_date < this.date
      order by (p.book_id = this.book_id) desc, coalesce(b.author_id = this.author_id, false) desc, s.promotion_date desc, s.promotion_id desc
      limit 1
    )
    select last.basis, c.name as category_name, last.price_type::text, last.promotion_id, last.promotion_date, last.clicks_billable as clicks, last.clicks_per_thousand, last.category_id,
      count(s.promotion_id)::int as sample_size,
      count(*) filter (where s.clicks_per_thousand < last.clicks_per_thousand)::int as below,
      count(*) filter (where s.clicks_per_thousand = last.clicks_per_thousand)::int as equal
    from last join categories c on c.id = last.category_id left join promotion_stats s on s.category_id = last.category_id and s.price_type = last.price_type
      and s.promotion_id <> last.promotion_id
      and s.promotion_date between last.promotion_date - ${YEAR_DAYS}::int and last.promotion_date
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
  if (!last) return { ...NO_LAST_PROMOTION, own };
  const { below, equal, category_name, price_type, ...facts } = last;
  return {
    ...facts,
    below,
    comparison: { category_name, price_type },
    clicks_per_thousand: roundToHundredths(last.clicks_per_thousand),
    promotion_date: toIsoDate(last.promotion_date),
    percentile: percentileOf({ below, equal, sample_size: last.sample_size }),
    own,
  };
}

const roundToHundredths = (rate: number) => Math.round(rate * 100) / 100;

type OwnResultRow = {
  clicks: number;
  clicks_per_thousand: number;
  sample_size: number;
  below: number;
  equal: number;
} & Comparison;

/** Ranks the promotion's own result. Null until its clicks are settled. */
async function ownResult(db: Database, id: number): Promise<LastPromotionPercentile['own']> {
  const [found] = await db.$queryRaw<OwnResultRow[]>`
    select c.name as category_name, own.price_type::text, own.clicks_billable as clicks, own.clicks_per_thousand,
      count(s.promotion_id)::int as sample_size,
      count(*) filter (where s.clicks_per_thousand < own.clicks_per_thousand)::int as below,
      count(*) filter (where s.clicks_per_thousand = own.clicks_per_thousand)::int as equal
    from promotion_stats own join categories c on c.id = own.category_id left join promotion_stats s on s.category_id = own.category_id and s.price_type = own.price_type
      and s.promotion_id <> own.promotion_id
      and s.promotion_date between own.promotion_date - ${YEAR_DAYS}::int and own.promotion_date
    where own.promotion_id = ${id}
    group by 1, 2, 3, 4`;
  if (!found) return null;
  const { below, equal, category_name, price_type, ...facts } = found;
  return {
    ...facts,
    clicks_per_thousand: roundToHundredths(facts.clicks_per_thousand),
    below,
    comparison: { category_name, price_type },
    percentile: percentileOf({ below, equal, sample_size: facts.sample_size }),
  };
}

const NO_LAST_PROMOTION: Omit<LastPromotionPercentile, 'own'> = {
  percentile: null,
  basis: null,
  promotion_id: null,
  promotion_date: null,
  clicks: null,
  clicks_per_thousand: null,
  category_id: null,
  sample_size: 0,
  below: 0,
  comparison: null,
};
