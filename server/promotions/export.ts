/** Promotions as a table for spreadsheets: one row each, newest first, money in dollars. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Deps } from '#server/platform/deps.ts';
import { dateText } from '#shared/dates.ts';
import type { PromotionCsvQuery } from '#shared/promotions.ts';
import { statusFactsOf } from './presenter.ts';
import { type PromotionScope, promotionsBefore } from './queries.ts';
import { displayStatus } from './state.ts';

const BATCH = 500;

type Batch = Awaited<ReturnType<typeof promotionsBefore>>;
type Asked = { query: PromotionCsvQuery; scope: PromotionScope; role: 'partner' | 'user' };

/** A stream that never holds more than a batch. The first one is read before, so that a failure is still answered as one. */
export async function promotionsCsv(deps: Deps, { query, scope, role }: Asked): Promise<Readable> {
  const read = (before: number | null) => promotionsBefore(deps.db, query, scope, { before, take: BATCH });
  const first = await read(null);
  return Readable.from(rowsFrom(first, read)).compose(
    // What people typed is no formula: such cells begin with an apostrophe. Spreadsheets need the mark to see UTF-8.
    stringify({
      header: true,
      columns: role === 'user' ? [...COLUMNS, ...STAFF_COLUMNS] : COLUMNS,
      escape_formulas: true,
      bom: true,
    }),
  );
}

async function* rowsFrom(first: Batch, read: (before: number) => Promise<Batch>) {
  for (let batch = first; ; batch = await read(batch.at(-1)!.id)) {
    yield* batch.map(rowOf);
    if (batch.length < BATCH) return;
  }
}

const COLUMNS = [
  'id',
  'book',
  'author',
  'category',
  'display_status',
  'requested_date',
  'promotion_date',
  'deal_ends_on',
  'price_type',
  'current_price',
  'sale_price',
  'price_per_click',
  'clicks_total',
  'clicks_billable',
  'cost',
  'discount',
  'credit',
  'total',
  'currency',
  'paid_at',
  'created_at',
];
const STAFF_COLUMNS = ['partner_id', 'partner', 'partner_email'];

const dollars = (cents: number | undefined) => (cents === undefined ? '' : (cents / 100).toFixed(2));
const instant = (at: Date | null) => at?.toISOString() ?? '';

const rowOf = (promotion: Batch[number]) => ({
  id: promotion.id,
  book: promotion.book.title,
  author: promotion.book.author?.name ?? '',
  category: promotion.category.name,
  display_status: displayStatus(statusFactsOf(promotion)),
  requested_date: dateText(promotion.requested_date),
  promotion_date: promotion.promotion_date ? dateText(promotion.promotion_date) : '',
  deal_ends_on: dateText(promotion.deal_ends_on),
  price_type: promotion.price_type,
  current_price: dollars(promotion.current_price_cents),
  sale_price: dollars(promotion.sale_price_cents),
  price_per_click: dollars(promotion.cpc_cents),
  clicks_total: promotion.clicks_total,
  clicks_billable: promotion.clicks_billable,
  cost: dollars(promotion.invoice?.subtotal_cents),
  discount: dollars(promotion.invoice?.discount_cents),
  credit: dollars(promotion.invoice?.credit_cents),
  total: dollars(promotion.invoice?.total_cents),
  currency: 'USD',
  paid_at: instant(promotion.paid_at),
  created_at: instant(promotion.created_at),
  partner_id: promotion.partner_id,
  partner: promotion.partner.name,
  partner_email: promotion.partner.uid,
});
