/** A partner's sales lines as CSV, last saved first, with the figures of promotions that are settled. */
import type { Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { sendCsv, streamNewestFirst } from '#server/platform/http/csv.ts';
import { bookedDate } from '#server/promotions/reviewed.ts';
import { toIsoDate } from '#shared/dates.ts';
import { loadSettledResults } from './settled.ts';

export const sendResultsCsv = ({ db }: Pick<Deps, 'db'>, res: Response, partner_id: number) =>
  sendCsv(res, {
    name: 'results.csv',
    columns: COLUMNS,
    rows: streamNewestFirst((page) => salesBefore(db, partner_id, page)),
    rowOf,
    // Amounts stay numbers until here, so that a loss isn't escaped as a formula.
    cast: { number: (value, { column }) => (WHOLE_NUMBERS.has(column) ? String(value) : value.toFixed(2)) },
  });

const COLUMNS = [
  'promotion_id',
  'promoted_book',
  'category',
  'promotion_date',
  'book',
  'store',
  'sold_on',
  'copies',
  'kenp_pages',
  'royalties',
  'promotion_cost',
  'promotion_revenue',
  'promotion_profit',
  'promotion_cost_per_sale',
  'promotion_return',
  'currency',
];

const WHOLE_NUMBERS = new Set<unknown>(['promotion_id', 'copies', 'kenp_pages']);

async function salesBefore(
  db: Deps['db'],
  partner_id: number,
  { before, take }: { before: number | null; take: number },
) {
  const sales = await db.promotionSale.findMany({
    where: { results: { promotion: { partner_id } }, ...(before === null ? {} : { id: { lt: before } }) },
    include: {
      book: { select: { title: true } },
      results: {
        select: {
          promotion: {
            select: {
              promotion_date: true,
              requested_date: true,
              book: { select: { title: true } },
              category: { select: { name: true } },
            },
          },
        },
      },
    },
    relationLoadStrategy: 'join',
    orderBy: { id: 'desc' },
    take,
  });
  const ids = [...new Set(sales.map(({ promotion_id }) => promotion_id))];
  const settled = await loadSettledResults(db, partner_id, ids);
  const figures = new Map(settled.map((result) => [result.promotion_id, result.figures]));
  return sales.map((sale) => ({ ...sale, figures: figures.get(sale.promotion_id) }));
}

const dollars = (cents: number | null | undefined) => (cents === null || cents === undefined ? '' : cents / 100);

const rowOf = ({ results: { promotion }, figures, ...sale }: Awaited<ReturnType<typeof salesBefore>>[number]) => ({
  promotion_id: sale.promotion_id,
  promoted_book: promotion.book.title,
  category: promotion.category.name,
  promotion_date: bookedDate(promotion),
  book: sale.book.title,
  store: sale.store,
  sold_on: sale.sold_on ? toIsoDate(sale.sold_on) : '',
  copies: sale.copies,
  kenp_pages: sale.pages,
  royalties: dollars(sale.royalty_cents),
  promotion_cost: dollars(figures?.cost_cents),
  promotion_revenue: dollars(figures?.revenue_cents),
  promotion_profit: dollars(figures?.profit_cents),
  promotion_cost_per_sale: dollars(figures?.cost_per_sale_cents),
  promotion_return: figures?.return_ratio ?? '',
  currency: 'USD',
});
