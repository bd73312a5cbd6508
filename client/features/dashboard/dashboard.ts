/** The rules of the dashboard: to-dos, first steps, upcoming promotions, recent results, and the month's cost. */

import type { UnpaidPromotion } from '#client/features/billing/unpaid.ts';
import { bookedDate } from '#client/features/promotions/cutoff.ts';
import { needsNewDate } from '#client/features/promotions/partner/new-date.ts';
import type { Invoice } from '#shared/billing.ts';
import type { Book } from '#shared/books.ts';
import { CLICK_WINDOW_HOURS, MAX_PROMO_COST_CENTS, PRICE_WATCH_DAYS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';

export type Todo = {
  key: string;
  text: string;
  to: string;
  is_urgent: boolean;
  /** Id of the promotion whose prices at each store are shown with the to-do. */
  prices_of?: number;
};

export type TodoFacts = {
  business_date: string;
  /** The calendar date in Vancouver, which the server uses for the price watch. */
  today: string;
  can_pay: boolean;
  unpaid: readonly UnpaidPromotion[];
  /** Promotions of any status and date. */
  promotions: readonly Promotion[];
  /** Ids of promotions whose price is right, or confirmed by the partner, at every store. */
  prices_set: readonly number[];
  /** Ids of promotions with a store whose price is higher than the deal price. */
  prices_wrong: readonly number[];
  /** Ids of promotions with a store whose price is neither known nor confirmed. */
  prices_unknown: readonly number[];
  drafts: readonly Pick<Book, 'id' | 'title'>[];
  has_books: boolean;
};

/** The partner's to-do list, the most urgent first. */
export function todosOf(facts: TodoFacts): Todo[] {
  const questions = facts.promotions.filter(({ actions }) => actions.includes('submit_feedback'));
  const running = promotionsWithRunningDeal(facts);
  return [
    ...facts.unpaid.map(payTodo),
    ...questions.map((promotion) => todoFor(promotion, 'feedback', questionText(promotion))),
    ...facts.promotions
      .filter(needsNewDate)
      .map((promotion) => todoFor(promotion, 'date', `Pick another date for ${titleOf(promotion)}`)),
    ...facts.promotions
      .filter(({ at_risk }) => at_risk !== null)
      .map((promotion) =>
        todoFor(promotion, 'risk', `Check your promotion for ${titleOf(promotion)}: it won’t run as it is`),
      ),
    ...running.filter(({ id }) => facts.prices_wrong.includes(id)).map(wrongPriceTodo),
    ...running.filter(({ id }) => facts.prices_unknown.includes(id) && !facts.prices_wrong.includes(id)).map(priceTodo),
    ...promotionsWithPriceDue(facts)
      .filter(({ id }) => !facts.prices_set.includes(id))
      .map(priceTodo),
    ...(facts.can_pay || isBeforeFirstNewsletter(facts)
      ? []
      : [{ key: 'card', text: 'Add a payment card', to: paths.billing(), is_urgent: true }]),
    ...promotionsWithPriceDue(facts)
      .filter(({ id }) => facts.prices_set.includes(id))
      .map(keepPriceTodo),
    ...facts.drafts.map(({ id, title }) => ({
      key: `draft ${id}`,
      text: `Finish the listing for ${title}`,
      to: paths.partnerBookEdit(id),
      is_urgent: false,
    })),
  ];
}

export type Step = { title: string; text: string; to: string | null; is_done: boolean };

const isBeforeFirstNewsletter = ({ promotions }: Pick<TodoFacts, 'promotions'>) =>
  promotions.every(({ sent_at }) => !sent_at);

/** The four steps to the first newsletter; null for partners who have been in one. */
export function stepsOf(facts: Pick<TodoFacts, 'has_books' | 'can_pay' | 'promotions'>): Step[] | null {
  if (!isBeforeFirstNewsletter(facts)) return null;
  const booked = facts.promotions.filter(({ display_status }) => UPCOMING_STATUSES.includes(display_status));
  const [approved] = booked
    .filter(({ display_status }) => display_status === 'awaiting promotion date')
    .sort((a, b) => bookedDate(a).localeCompare(bookedDate(b)));
  return [
    {
      title: 'Add an ebook',
      text: 'Its cover, a description, and a link to each store that sells it.',
      to: paths.partnerBookNew(),
      is_done: facts.has_books,
    },
    {
      title: 'Add a payment card',
      text: `We’ll charge it ${CLICK_WINDOW_HOURS} hours after the newsletter, for billable clicks and any add-ons, and never more than ${formatCents(MAX_PROMO_COST_CENTS)} per promotion.`,
      to: paths.billing(),
      is_done: facts.can_pay,
    },
    {
      title: 'Book a date',
      text: 'Choose a category, a newsletter date, and your deal price. Our editors review every promotion.',
      to: paths.partnerPromotionNew(),
      is_done: booked.length > 0,
    },
    {
      title: 'Watch the clicks come in',
      text: approved
        ? `${titleOf(approved)} is in the newsletter for ${formatDate(bookedDate(approved))}. Its clicks will appear here.`
        : 'On the day of your newsletter, clicks and cost appear here, hour by hour.',
      to: null,
      is_done: false,
    },
  ];
}

const payTodo = ({ promotion, total_cents, problem }: UnpaidPromotion): Todo => ({
  key: `pay ${promotion.id}`,
  text: `Pay ${formatCents(total_cents)} for ${titleOf(promotion)}${problem ? `: ${problem}` : ''}`,
  to: paths.partnerPromotion(promotion.id),
  is_urgent: true,
});

const priceTodo = (promotion: Promotion): Todo => ({
  ...todoFor(
    promotion,
    'price',
    promotion.sale_price_cents === 0
      ? `Make ${titleOf(promotion)} free at every store`
      : `Set the price of ${titleOf(promotion)} to ${priceOf(promotion)} at every store`,
  ),
  prices_of: promotion.id,
});

const wrongPriceTodo = (promotion: Promotion): Todo => ({
  ...todoFor(
    promotion,
    'wrong price',
    `Lower the price of ${titleOf(promotion)}: we told readers it’s ${priceOf(promotion)} until ${formatDate(promotion.deal_ends_on)}`,
  ),
  prices_of: promotion.id,
});

const keepPriceTodo = (promotion: Promotion): Todo => ({
  ...todoFor(
    promotion,
    'price',
    promotion.sale_price_cents === 0
      ? `Keep ${titleOf(promotion)} free until the deal ends`
      : `Keep the price of ${titleOf(promotion)} at ${priceOf(promotion)} until the deal ends`,
  ),
  is_urgent: false,
  prices_of: promotion.id,
});

type PriceFacts = Pick<TodoFacts, 'promotions' | 'business_date' | 'today'>;

/** Sent promotions whose deal hasn't ended. */
const promotionsWithRunningDeal = ({ promotions, today }: PriceFacts) =>
  promotions.filter(({ sent_at, deal_ends_on }) => sent_at !== null && deal_ends_on >= today);

/** Promotions whose prices are watched: before their newsletter, and then until the deal ends. */
export const promotionsWithWatchedPrices = (facts: PriceFacts) => [
  ...promotionsWithPriceDue(facts),
  ...promotionsWithRunningDeal(facts),
];

/** Approved promotions whose newsletter is so close that the stores should have the deal price. */
const promotionsWithPriceDue = ({ promotions, business_date, today }: PriceFacts) =>
  promotions.filter(
    (promotion) =>
      promotion.display_status === 'awaiting promotion date' &&
      bookedDate(promotion) >= business_date &&
      bookedDate(promotion) <= addDays(today, PRICE_WATCH_DAYS),
  );

const todoFor = (promotion: Promotion, kind: string, text: string): Todo => ({
  key: `${kind} ${promotion.id}`,
  text,
  to: paths.partnerPromotion(promotion.id),
  is_urgent: true,
});

const questionText = (promotion: Promotion) =>
  promotion.proposed_date
    ? `Confirm another date for ${titleOf(promotion)}`
    : `Reply to our editors about ${titleOf(promotion)}`;

const priceOf = ({ sale_price_cents }: Promotion) => (sale_price_cents === 0 ? 'free' : formatCents(sale_price_cents));

const titleOf = ({ book }: Promotion) => book?.title ?? 'your book';

const UPCOMING_STATUSES: readonly DisplayStatus[] = [
  'awaiting promotion date',
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
];

/** The booked date or, once it has passed, the first of an undecided promotion's dates that is still open. */
export const nextDate = (promotion: Promotion, business_date: string) => {
  const booked = bookedDate(promotion);
  return booked >= business_date ? booked : (promotion.open_dates[0] ?? booked);
};

/** Upcoming promotions, the nearest first. */
export function nextPromotions(promotions: readonly Promotion[], business_date: string) {
  const dateOf = (promotion: Promotion) => nextDate(promotion, business_date);
  return promotions
    .filter((promotion) => UPCOMING_STATUSES.includes(promotion.display_status) && dateOf(promotion) >= business_date)
    .sort((a, b) => dateOf(a).localeCompare(dateOf(b)));
}

/** The latest promotions, and the running ones that aren't among them. */
export function withRunning(latest: readonly Promotion[], running: readonly Promotion[]) {
  const ids = new Set(latest.map(({ id }) => id));
  return [...latest, ...running.filter(({ id }) => !ids.has(id))];
}

/** Promotions whose clicks are counted, the latest first. */
export const lastResults = (promotions: readonly Promotion[]): Promotion[] =>
  promotions.filter(({ settled_at }) => settled_at !== null).sort((a, b) => bookedDate(b).localeCompare(bookedDate(a)));

/** The month's promotion invoices less its refunds, in US cents, without void ones. `month`: 'YYYY-MM'. */
export function costOfMonth(invoices: readonly Invoice[], month: string) {
  const counted = invoices.filter(({ date, status }) => date.startsWith(month) && status !== 'void');
  const sumOf = (type: Invoice['invoice_type']) =>
    counted
      .filter(({ invoice_type }) => invoice_type === type)
      .reduce((sum, { total_cents }) => sum + Math.abs(total_cents), 0);
  return sumOf('promotion') - sumOf('refund');
}
