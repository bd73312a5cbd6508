/** Adds and approves promotions, with their add-ons, discount uses, and events. */

import type { Prisma } from '#prisma';
import type { Random } from '#server/platform/random.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { type BookFacts, bookFactsOf, storeUrlsOf } from '#shared/reviewed-facts.ts';
import type { DisplayStatus } from '#shared/status.ts';
import type { StoreLinks } from '#shared/stores.ts';
import type { PlannedPromotion } from './calendar.ts';
import type { Discounts, SeedDiscount } from './discounts.ts';
import type { SeedPartner, Staff } from './people.ts';
import type { Rows } from './rows.ts';
import { earlierOf, type SeedTime } from './seed-time.ts';

export type PromotionSeedContext = {
  rows: Rows;
  time: SeedTime;
  random: Random;
  staff: Staff;
  partners: SeedPartner[];
  discounts: Discounts;
};
export type PromotionRow = Prisma.PromotionUncheckedCreateInput & { id: number; partner_id: number; created_at: Date };
type BookRow = Omit<BookFacts, 'author_name'> & StoreLinks & { author_id: number };
type Booking = {
  /** Differences from an unreviewed booking. */
  overrides?: Partial<PromotionRow>;
  addon?: 'held' | 'confirmed' | 'released';
  discount?: { row: SeedDiscount; state: 'reserved' | 'consumed' | 'released' } | null;
};
type Step = {
  actor: 'partner' | 'user' | 'system';
  action: string;
  from: DisplayStatus | null;
  to: DisplayStatus;
  at: Date;
  reason?: string;
};

/** SQL null in a JSON column. Prisma's types don't allow it there, but seed rows are inserted without Prisma. */
const SQL_NULL = null as unknown as undefined;

const UNREVIEWED: Partial<PromotionRow> = {
  alternate_dates: [],
  promotion_date: null,
  partner_note: null,
  approval_status: null,
  reason_codes: [],
  staff_message: null,
  feedback_requested_at: null,
  partner_feedback: null,
  feedback_submitted_at: null,
  reviewed_by: null,
  reviewed_at: null,
  reviewed_book: SQL_NULL,
  reviewed_store_urls: SQL_NULL,
  proposed_changes: SQL_NULL,
  newsletter_id: null,
  position: null,
  frozen_at: null,
  sent_at: null,
  unable_to_send_at: null,
  unable_reason: null,
  cancelled_at: null,
  cancelled_by: null,
  cancel_reason: null,
  click_window_ends_at: null,
  settled_at: null,
  clicks_total: 0,
  clicks_billable: 0,
  paid_at: null,
};

export function addPromotion(
  context: PromotionSeedContext,
  planned: PlannedPromotion,
  { overrides = {}, addon = 'held', discount = null }: Booking,
): PromotionRow {
  const { book, category, date } = planned;
  const isFree = (overrides.sale_price_cents ?? book.sale_price_cents) === 0;
  const created_at = overrides.created_at ?? randomBookingTime(context, date);
  const promotion: PromotionRow = {
    ...UNREVIEWED,
    id: context.rows.nextId('promotions'),
    partner_id: book.partner.id,
    book_id: book.id,
    category_id: category.id,
    requested_date: date,
    deal_ends_on: addDays(date, 3),
    current_price_cents: book.current_price_cents,
    sale_price_cents: book.sale_price_cents,
    price_type: isFree ? 'free' : 'discounted',
    discount_id: discount?.row.id ?? null,
    cpc_cents: isFree ? category.cpc_free_cents : category.cpc_discounted_cents,
    max_cost_cents: MAX_PROMO_COST_CENTS,
    ...overrides,
    created_at,
  };
  context.rows.add('promotions', promotion);
  if (planned.hasTopSpot) addTopSpot(context, planned, promotion, addon);
  if (discount) context.discounts.use(discount.row, promotion, discount.state);
  addSteps(context, promotion, [
    { actor: 'partner', action: 'submit', from: null, to: 'awaiting review', at: created_at },
  ]);
  return promotion;
}

/** Five to nineteen days before the newsletter, but at least two hours ago. */
const randomBookingTime = ({ time, random }: PromotionSeedContext, date: string) => {
  const planned = time.atCutoff(addDays(date, -random.between(5, 18)), -random.between(0, 900));
  const latest = time.ago(random.between(2, 30));
  return earlierOf(planned, latest);
};

function addTopSpot(
  { rows }: PromotionSeedContext,
  { category, date }: PlannedPromotion,
  promotion: PromotionRow,
  state: 'held' | 'confirmed' | 'released',
) {
  rows.add('promotion_addons', {
    promotion_id: promotion.id,
    addon_id: 1,
    date,
    category_id: category.id,
    price_cents: category.top_of_newsletter_addon_cents,
    state,
    created_at: promotion.created_at,
  });
}

/** Adds the promotion's history. Steps that would be in the future are moved to now. */
export function addSteps({ rows, time, staff }: PromotionSeedContext, promotion: PromotionRow, steps: readonly Step[]) {
  const actors = { partner: promotion.partner_id, user: staff.editor, system: null };
  for (const { at, reason, ...step } of steps) {
    rows.add('promotion_events', {
      promotion_id: promotion.id,
      actor_id: actors[step.actor],
      ...step,
      reason: reason ?? null,
      at: earlierOf(at, time.now),
    });
  }
}

/** 40 minutes to 25 hours after the booking, or halfway to now if that would be in the future. */
export const randomReviewTime = ({ time, random }: PromotionSeedContext, { created_at }: PromotionRow) => {
  const at = new Date(created_at.getTime() + random.between(40, 1500) * 60_000);
  return at > time.now ? new Date((created_at.getTime() + time.now.getTime()) / 2) : at;
};

export function approve(context: PromotionSeedContext, promotion: PromotionRow) {
  const book = context.rows.of('books').find(({ id }) => id === promotion.book_id)! as BookRow;
  const author = context.rows.of('authors').find(({ id }) => id === book.author_id) ?? null;
  const at = randomReviewTime(context, promotion);
  Object.assign(promotion, {
    approval_status: 'approved',
    promotion_date: promotion.requested_date,
    reviewed_by: context.staff.editor,
    reviewed_at: at,
    reviewed_book: bookFactsOf({ ...book, author }),
    reviewed_store_urls: storeUrlsOf(book),
  });
  addSteps(context, promotion, [
    { actor: 'user', action: 'approve', from: 'awaiting review', to: 'awaiting promotion date', at },
  ]);
}
