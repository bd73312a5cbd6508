/** The rules of the dashboard: what is to be done, what comes next, what the last ones brought. */

import type { Unpaid } from '#client/features/billing/unpaid.ts';
import { bookedDate } from '#client/features/promotions/cutoff.ts';
import { needsNewDate } from '#client/features/promotions/partner/new-date.ts';
import type { Invoice } from '#shared/billing.ts';
import type { Book } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';

export type Todo = { key: string; text: string; to: string; urgent: boolean };

export type TodoFacts = {
  business_date: string;
  can_pay: boolean;
  unpaid: readonly Unpaid[];
  /** Of any status and date. */
  promotions: readonly Promotion[];
  drafts: readonly Pick<Book, 'id' | 'title'>[];
  has_books: boolean;
};

/** The deal's price must be set at the stores this many days ahead. */
const PRICE_DAYS = 3;

/** What the partner should see to, the most pressing first. */
export function todosOf(facts: TodoFacts): Todo[] {
  const asked = facts.promotions.filter(({ actions }) => actions.includes('submit_feedback'));
  return [
    ...facts.unpaid.map(payTodo),
    ...asked.map((promotion) => todo(promotion, 'feedback', questionText(promotion))),
    ...facts.promotions
      .filter(needsNewDate)
      .map((promotion) => todo(promotion, 'date', `Pick another date for ${titleOf(promotion)}`)),
    ...facts.promotions
      .filter(({ at_risk }) => at_risk !== null)
      .map((promotion) => todo(promotion, 'risk', `Check ${titleOf(promotion)}: it won’t be sent as it is`)),
    ...pricesDue(facts).map(priceTodo),
    ...(facts.can_pay ? [] : [{ key: 'card', text: 'Add a valid credit card', to: paths.billing(), urgent: true }]),
    ...facts.drafts.map(({ id, title }) => ({
      key: `draft ${id}`,
      text: `Finish the draft of ${title}`,
      to: paths.partnerBookEdit(id),
      urgent: false,
    })),
    ...firstSteps(facts),
  ];
}

const payTodo = ({ promotion, total_cents, problem }: Unpaid): Todo => ({
  key: `pay ${promotion.id}`,
  text: `Pay ${formatCents(total_cents)} for ${titleOf(promotion)}${problem ? `: ${problem}` : ''}`,
  to: paths.partnerPromotion(promotion.id),
  urgent: true,
});

const priceTodo = (promotion: Promotion): Todo =>
  todo(
    promotion,
    'price',
    `Set the price of ${titleOf(promotion)} to ${formatDealPrice(promotion.sale_price_cents)} at every store`,
  );

const pricesDue = ({ promotions, business_date }: TodoFacts) =>
  promotions.filter(
    (promotion) =>
      promotion.display_status === 'awaiting promotion date' &&
      bookedDate(promotion) >= business_date &&
      bookedDate(promotion) <= addDays(business_date, PRICE_DAYS),
  );

const todo = (promotion: Promotion, kind: string, text: string): Todo => ({
  key: `${kind} ${promotion.id}`,
  text,
  to: paths.partnerPromotion(promotion.id),
  urgent: true,
});

function firstSteps({ has_books, promotions }: TodoFacts): Todo[] {
  if (!has_books)
    return [{ key: 'first book', text: 'Add your first eBook', to: paths.partnerBookNew(), urgent: false }];
  if (promotions.length > 0) return [];
  return [{ key: 'first date', text: 'Book your first promotion', to: paths.partnerPromotionNew(), urgent: false }];
}

const questionText = (promotion: Promotion) =>
  promotion.proposed_date
    ? `Confirm another date for ${titleOf(promotion)}`
    : `Answer our editors about ${titleOf(promotion)}`;

const titleOf = ({ book }: Promotion) => book?.title ?? 'your book';

const AHEAD: readonly DisplayStatus[] = [
  'awaiting promotion date',
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
];

/** Booked and not over, the nearest first. */
export const nextPromotions = (promotions: readonly Promotion[], business_date: string) =>
  promotions
    .filter((promotion) => AHEAD.includes(promotion.display_status) && bookedDate(promotion) >= business_date)
    .sort((a, b) => bookedDate(a).localeCompare(bookedDate(b)));

export type Result = { promotion: Promotion; total_cents: number | null };

/** Promotions whose clicks are counted, the latest first, with what each cost. */
export const lastResults = (promotions: readonly Promotion[], invoices: readonly Invoice[]): Result[] =>
  promotions
    .filter(({ settled_at }) => settled_at !== null)
    .sort((a, b) => bookedDate(b).localeCompare(bookedDate(a)))
    .map((promotion) => ({
      promotion,
      total_cents: invoices.find(({ id }) => id === promotion.invoice_id)?.total_cents ?? null,
    }));

/** What the month's promotions cost, in US cents; refunds are taken off and void invoices do not count. `month`: 'YYYY-MM'. */
export function costOfMonth(invoices: readonly Invoice[], month: string) {
  const counted = invoices.filter(({ date, status }) => date.startsWith(month) && status !== 'void');
  const sumOf = (type: Invoice['invoice_type']) =>
    counted
      .filter(({ invoice_type }) => invoice_type === type)
      .reduce((sum, { total_cents }) => sum + Math.abs(total_cents), 0);
  return sumOf('promotion') - sumOf('refund');
}
