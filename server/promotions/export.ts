/** Promotions as CSV: one row each, newest first, amounts in dollars. */
import type { Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { sendCsv, streamNewestFirst } from '#server/platform/http/csv.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { toIsoDate } from '#shared/dates.ts';
import { promotionMoney } from '#shared/promotion-cost.ts';
import type { PromotionCsvQuery } from '#shared/promotions.ts';
import { promotionsBefore } from './list.ts';
import type { PromotionScope } from './queries.ts';
import { statusOf } from './state.ts';

type Exported = Awaited<ReturnType<typeof promotionsBefore>>[number];
type ExportRequest = { query: PromotionCsvQuery; scope: PromotionScope; role: 'partner' | 'user' };

export async function sendPromotionsCsv(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  res: Response,
  { query, scope, role }: ExportRequest,
) {
  const open_dates = await openDates(db, now());
  return sendCsv(res, {
    name: 'promotions.csv',
    columns: role === 'user' ? [...COLUMNS, ...STAFF_COLUMNS] : COLUMNS,
    rows: streamNewestFirst((page) => promotionsBefore(db, query, scope, open_dates, page)),
    rowOf,
  });
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
  'at_most',
  'so_far',
  'cost',
  'discount',
  'credit',
  'waived',
  'total',
  'refunded',
  'currency',
  'paid_at',
  'created_at',
];
const STAFF_COLUMNS = ['partner_id', 'partner', 'partner_email'];

const dollars = (cents: number | undefined) => (cents === undefined ? '' : (cents / 100).toFixed(2));
const instant = (at: Date | null) => at?.toISOString() ?? '';

function moneyOf(promotion: Exported) {
  const { most, so_far, invoiced } = promotionMoney(promotion, statusOf(promotion));
  return {
    at_most: dollars(most.total_cents),
    so_far: dollars(so_far?.total_cents),
    cost: dollars(invoiced?.subtotal_cents),
    discount: dollars(invoiced?.discount_cents),
    credit: dollars(invoiced?.credit_cents),
    waived: dollars(invoiced?.waived_cents),
    total: dollars(invoiced?.total_cents),
    refunded: dollars(invoiced?.refunded_cents),
  };
}

const rowOf = (promotion: Exported) => ({
  id: promotion.id,
  book: promotion.book.title,
  author: promotion.book.author?.name ?? '',
  category: promotion.category.name,
  display_status: statusOf(promotion),
  requested_date: toIsoDate(promotion.requested_date),
  promotion_date: promotion.promotion_date ? toIsoDate(promotion.promotion_date) : '',
  deal_ends_on: toIsoDate(promotion.deal_ends_on),
  price_type: promotion.price_type,
  current_price: dollars(promotion.current_price_cents),
  sale_price: dollars(promotion.sale_price_cents),
  price_per_click: dollars(promotion.cpc_cents),
  clicks_total: promotion.clicks_total,
  clicks_billable: promotion.clicks_billable,
  ...moneyOf(promotion),
  currency: 'USD',
  paid_at: instant(promotion.paid_at),
  created_at: instant(promotion.created_at),
  partner_id: promotion.partner_id,
  partner: promotion.partner.name,
  partner_email: promotion.partner.uid,
});
