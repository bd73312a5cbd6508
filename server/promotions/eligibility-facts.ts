/** Facts for the submission rules, for a draft that may be incomplete. */

import type { Book, Category, Promotion } from '#prisma';
import { chargeableCard } from '#server/billing/cards.ts';
import { uncleared } from '#server/billing/queries.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { dateOf, dateText } from '#shared/dates.ts';
import type { Booking, EligibilityFacts } from './eligibility.ts';
import { declined, statusWhere } from './queries.ts';
import { bookedDate } from './state.ts';

export type Draft = {
  requested_date?: string | undefined;
  sale_price_cents?: number | undefined;
  current_price_cents?: number | undefined;
  /** The promotion being edited, which doesn't conflict with itself. */
  promotion_id?: number | undefined;
};

/** For an approved promotion, the approved date counts. */
export const bookingOf = (promotion: Promotion): Booking => ({
  requested_date: bookedDate(promotion),
  category_id: promotion.category_id,
  current_price_cents: promotion.current_price_cents,
  sale_price_cents: promotion.sale_price_cents,
});

export async function eligibilityFacts(
  db: Database | Tx,
  {
    now,
    book,
    category,
    draft,
    by_staff,
  }: { now: Date; book: Book; category: Category | null; draft: Draft; by_staff: boolean },
): Promise<EligibilityFacts> {
  // Sequential, because a transaction has only one connection.
  const others = await otherPromotions(db, book, draft.promotion_id);
  const count = draft.requested_date && category ? await placesOn(db, draft.requested_date, category.id) : null;
  const card = await chargeableCard(db, { partner_id: book.partner_id, now });
  const unpaid = await db.promotion.count({
    where: {
      partner_id: book.partner_id,
      OR: [statusWhere(db, 'awaiting payment'), statusWhere(db, 'payment failed')],
    },
  });
  const disputes = await db.dispute.count({
    where: { ...uncleared, captured_charge: { charge_attempt: { partner_id: book.partner_id } } },
  });
  return {
    promotion_today: promotionToday(now),
    by_staff,
    ...draft,
    book: { ...book, published_on: book.published_on && dateText(book.published_on) },
    category: category ?? undefined,
    same_book_dates: others.filter((other) => other.book_id === book.id).map(bookedDate),
    same_author_dates: others
      .filter((other) => other.book.author_id === book.author_id && other.book_id !== book.id)
      .map(bookedDate),
    places_left: count && count.capacity - count.promotions_in_total,
    has_valid_card: card !== null,
    has_unpaid_promotion: unpaid > 0,
    has_open_dispute: disputes > 0,
  };
}

/** Promotions of the same book or author that count: not canceled, declined, or unable to send. */
const otherPromotions = (db: Database | Tx, book: Book, except: number | undefined) =>
  db.promotion.findMany({
    where: {
      id: { not: except ?? -1 },
      cancelled_at: null,
      unable_to_send_at: null,
      NOT: declined,
      OR: [{ book_id: book.id }, ...(book.author_id ? [{ book: { author_id: book.author_id } }] : [])],
    },
    select: { book_id: true, promotion_date: true, requested_date: true, book: { select: { author_id: true } } },
  });

const placesOn = (db: Database | Tx, date: string, category_id: number) =>
  db.newsletterPromotionCount.findUnique({
    where: { newsletter_date_category_id: { newsletter_date: dateOf(date), category_id } },
  });
