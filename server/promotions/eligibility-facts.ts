/** Facts for the submission rules, for drafts that may be incomplete. */

import type { Book, Category, Promotion } from '#prisma';
import { partnersWithCard } from '#server/billing/cards.ts';
import { blockingDispute } from '#server/billing/queries.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import type { RuleCode } from '#shared/submission-rules.ts';
import { type Booking, checkEligibility, type EligibilityFacts } from './eligibility.ts';
import { datesOfOthers, otherPromotions } from './queries.ts';
import { bookedDate } from './reviewed.ts';
import { statusWhere } from './status-conditions.ts';

export type Draft = {
  requested_date?: string | undefined;
  sale_price_cents?: number | undefined;
  current_price_cents?: number | undefined;
  /** The promotion being checked, which doesn't conflict with itself. */
  promotion_id?: number | undefined;
};

/** The booking of a promotion, with the approved date if there is one. */
export const bookingOf = (promotion: Promotion): Booking => ({
  requested_date: bookedDate(promotion),
  category_id: promotion.category_id,
  current_price_cents: promotion.current_price_cents,
  sale_price_cents: promotion.sale_price_cents,
});

type Candidate = { book: Book; category: Category | null; draft: Draft };
type CheckContext = { now: Date; is_staff: boolean };

export async function eligibilityFacts(
  db: Database | Tx,
  { now, is_staff, ...candidate }: CheckContext & Candidate,
): Promise<EligibilityFacts> {
  const [facts] = await eligibilityFactsOfAll(db, { now, is_staff }, [candidate]);
  return facts!;
}

/** The facts of several drafts, with no more queries than for one. */
export async function eligibilityFactsOfAll(
  db: Database | Tx,
  { now, is_staff }: CheckContext,
  candidates: readonly Candidate[],
): Promise<EligibilityFacts[]> {
  const partner_ids = [...new Set(candidates.map(({ book }) => book.partner_id))];
  // Sequential, because a transaction has only one connection.
  const others = await otherPromotions(
    db,
    candidates.map(({ book }) => book),
  );
  const slots = await freeSlotsOf(db, candidates);
  const held = await heldSlotsOf(db, candidates);
  const withCard = await partnersWithCard(db, { partner_ids, now });
  const unpaid = await partnersWithUnpaid(db, partner_ids);
  const disputed = await partnersWithDispute(db, partner_ids);
  return candidates.map(({ book, category, draft }) => {
    return {
      business_date: businessDate(now),
      is_staff,
      ...draft,
      book: { ...book, published_on: book.published_on && toIsoDate(book.published_on) },
      category: category ?? undefined,
      ...datesOfOthers(others, book, draft.promotion_id),
      places_left: withHeldSlot(
        slots.get(`${draft.requested_date} ${category?.id}`),
        held.has(heldKey(draft, category)),
      ),
      has_valid_card: withCard.has(book.partner_id),
      has_unpaid_promotion: unpaid.has(book.partner_id),
      has_open_dispute: disputed.has(book.partner_id),
    };
  });
}

type Booked = Promotion & { book: Book; category?: Category | null };

/** The submission rules that each undecided promotion fails, by its id. */
export async function failedRules(
  db: Database,
  now: Date,
  promotions: readonly Booked[],
): Promise<ReadonlyMap<number, RuleCode[]>> {
  const candidates = promotions.map((promotion) => ({
    book: promotion.book,
    category: promotion.category ?? null,
    draft: { ...bookingOf(promotion), promotion_id: promotion.id },
  }));
  const facts = await eligibilityFactsOfAll(db, { now, is_staff: true }, candidates);
  const failed = (one: EligibilityFacts) =>
    checkEligibility(one)
      .filter(({ passed }) => passed === false)
      .map(({ code }) => code);
  return new Map(promotions.map(({ id }, index) => [id, failed(facts[index]!)]));
}

/** The free slots of each date and category that a draft names. */
async function freeSlotsOf(db: Database | Tx, candidates: readonly Candidate[]) {
  const named_slots = candidates.flatMap(({ draft, category }) =>
    draft.requested_date && category
      ? [{ newsletter_date: parseDate(draft.requested_date), category_id: category.id }]
      : [],
  );
  const counts = named_slots.length ? await db.newsletterPromotionCount.findMany({ where: { OR: named_slots } }) : [];
  return new Map(
    counts.map(({ newsletter_date, category_id, capacity, promotions_in_total }) => [
      `${toIsoDate(newsletter_date)} ${category_id}`,
      capacity - promotions_in_total,
    ]),
  );
}

const heldKey = (draft: Draft, category: Category | null) =>
  `${draft.promotion_id} ${draft.requested_date} ${category?.id}`;

const withHeldSlot = (free: number | undefined, isHeld: boolean) =>
  free === undefined ? null : free + (isHeld ? 1 : 0);

/** The slots that are held for the promotions being checked, which count as taken for everyone else. */
async function heldSlotsOf(db: Database | Tx, candidates: readonly Candidate[]) {
  const ids = candidates.flatMap(({ draft }) => draft.promotion_id ?? []);
  const entries = ids.length ? await db.waitingEntry.findMany({ where: { promotion_id: { in: ids } } }) : [];
  return new Set(
    entries.map(({ promotion_id, date, category_id }) => `${promotion_id} ${toIsoDate(date)} ${category_id}`),
  );
}

async function partnersWithUnpaid(db: Database | Tx, partner_ids: number[]) {
  const unpaid = await db.promotion.findMany({
    where: {
      partner_id: { in: partner_ids },
      OR: [statusWhere(db, 'awaiting payment'), statusWhere(db, 'payment failed')],
    },
    distinct: ['partner_id'],
    select: { partner_id: true },
  });
  return new Set(unpaid.map(({ partner_id }) => partner_id));
}

async function partnersWithDispute(db: Database | Tx, partner_ids: number[]) {
  const disputes = await db.dispute.findMany({
    where: { ...blockingDispute, captured_charge: { charge_attempt: { partner_id: { in: partner_ids } } } },
    select: { captured_charge: { select: { charge_attempt: { select: { partner_id: true } } } } },
  });
  return new Set(disputes.map(({ captured_charge }) => captured_charge.charge_attempt.partner_id));
}
