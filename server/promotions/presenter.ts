import type * as z from 'zod';
import type { ClickLog, DiscountUse } from '#prisma';
import { presentStripeError } from '#server/billing/presenter.ts';
import { coverUrl, presentBookDetails } from '#server/books/presenter.ts';
import { presentCategory } from '#server/categories/presenter.ts';
import { presentDiscount, presentDiscountToPartner } from '#server/discounts/presenter.ts';
import { presentPartnerContact, presentPromotingPartner } from '#server/partners/presenter.ts';
import { isCardChargeable } from '#shared/cards.ts';
import { toIsoDate } from '#shared/dates.ts';
import { promotionMoney } from '#shared/promotion-cost.ts';
import type { ClickLog as ApiClickLog, Promotion as ApiPromotion, ChangedSinceReview } from '#shared/promotions.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { type DisplayStatus, isUndecided } from '#shared/status.ts';
import { answerBy, closesAt, resubmitOn } from './deadlines.ts';
import type { PromotionRow } from './queries.ts';
import { bookedDate, changesSinceReview, heldBecause, leftOutBecause, reviewVersionOf } from './reviewed.ts';
import { actionContextOf, allowedActions, namedDates, questionOf, refundableCents } from './state.ts';

type Role = 'partner' | 'user';
type Viewer = { role: Role; is_admin?: boolean };

const instant = (at: Date | null) => at?.toISOString() ?? null;
const day = (date: Date | null) => date && toIsoDate(date);

type Shown = {
  actor: Viewer;
  /** Date of the newsletter that is still open. */
  business_date: string;
  /** The open dates; defaults to all from `business_date` on, including those that staff closed early. */
  open_dates?: readonly string[];
  /** The calendar date in Vancouver, which decides whether cards have expired. */
  today?: string;
  /** Related records to nest, by their names in the API. */
  joins?: readonly string[];
};

export function presentPromotion(
  promotion: PromotionRow,
  { actor, business_date, open_dates, today = business_date, joins = [] }: Shown,
): ApiPromotion {
  const { role } = actor;
  const context = actionContextOf(promotion, business_date);
  const isOpenForDecision = isUndecided(context.status);
  const isOpen = (date: string) => (open_dates ? open_dates.includes(date) : date >= business_date);
  const isChanged = role === 'user' && context.has_unreviewed_changes;
  const dates = isOpenForDecision ? namedDates(promotion) : isChanged ? [bookedDate(promotion)] : [];
  const open = dates.filter(isOpen);
  return {
    id: promotion.id,
    partner_id: promotion.partner_id,
    book_id: promotion.book_id,
    category_id: promotion.category_id,
    display_status: context.status,
    requested_date: toIsoDate(promotion.requested_date),
    alternate_dates: promotion.alternate_dates.map(toIsoDate),
    promotion_date: day(promotion.promotion_date),
    open_dates: open,
    closes_at: isOpenForDecision
      ? closesAt(promotion, open).toISOString()
      : isChanged
        ? closesAt(promotion, dates).toISOString()
        : null,
    deal_ends_on: toIsoDate(promotion.deal_ends_on),
    current_price_cents: promotion.current_price_cents,
    sale_price_cents: promotion.sale_price_cents,
    price_type: promotion.price_type,
    partner_note: promotion.partner_note,
    blurb_override: promotion.blurb_override,
    approval_status: promotion.approval_status,
    reason_codes: promotion.reason_codes,
    staff_message: promotion.staff_message,
    suggested_category_id: promotion.suggested_category_id,
    feedback_requested_at: instant(promotion.feedback_requested_at),
    answer_by: instant(answerByOf(promotion, context.status)),
    proposed_date: context.status === 'awaiting partner feedback' ? day(promotion.proposed_date) : null,
    partner_feedback: promotion.partner_feedback,
    feedback_submitted_at: instant(promotion.feedback_submitted_at),
    ...(role === 'user' ? { reviewed_by: promotion.reviewed_by, refundable_cents: refundableCents(promotion) } : {}),
    reviewed_at: instant(promotion.reviewed_at),
    changed_since_review: presentChanges(promotion),
    at_risk: leftOutBecause(promotion),
    ...(role === 'user' ? presentApproval(promotion) : {}),
    resubmit_on: resubmitOnOf(promotion, context.status),
    discount_id: promotion.discount_id,
    cpc_cents: promotion.cpc_cents,
    max_cost_cents: promotion.max_cost_cents,
    money: promotionMoney(promotion, context.status),
    newsletter_id: promotion.newsletter_id,
    position: promotion.position,
    frozen_at: instant(promotion.frozen_at),
    sent_at: instant(promotion.sent_at),
    unable_to_send_at: instant(promotion.unable_to_send_at),
    unable_reason: promotion.unable_reason,
    cancelled_at: instant(promotion.cancelled_at),
    cancelled_by: promotion.cancelled_by,
    cancel_reason: promotion.cancel_reason,
    click_window_ends_at: instant(promotion.click_window_ends_at),
    settled_at: instant(promotion.settled_at),
    clicks_total: promotion.clicks_total,
    clicks_billable: promotion.clicks_billable,
    clicks_so_far: promotion.clicks_so_far,
    invoice_id: promotion.invoice_id,
    paid_at: instant(promotion.paid_at),
    created_at: promotion.created_at.toISOString(),
    updated_at: promotion.updated_at.toISOString(),
    addons: promotion.addons.map(({ addon_id, price_cents, state, addon: { name, label } }) => ({
      addon_id,
      name,
      label,
      price_cents,
      state,
    })),
    actions: allowedActions(actor, context),
    ...presentJoins(promotion, role, joins),
    ...(role === 'user' && joins.includes('reviewer') ? { reviewed_by_name: promotion.reviewer?.name ?? null } : {}),
    ...(role === 'user' && joins.includes('held_slot')
      ? { held_date: day(promotion.waiting_entry?.date ?? null) }
      : {}),
    ...(role === 'user' && joins.includes('card') ? { card: presentDefaultCard(promotion, today) } : {}),
  };
}

const presentApproval = (promotion: PromotionRow): Partial<ApiPromotion> => ({
  review_version: reviewVersionOf(promotion),
  ...(promotion.approval_status === 'approved' ? { approved_store_urls: approvedVersionOf(promotion).store_urls } : {}),
});

function presentChanges(promotion: PromotionRow): ChangedSinceReview | null {
  const changes = changesSinceReview(promotion, coverUrl);
  if (!changes.length) return null;
  return { changes, held_because: heldBecause(promotion), question: presentQuestion(promotion) };
}

function presentQuestion(promotion: PromotionRow) {
  const question = questionOf(promotion);
  return (
    question && { ...question, asked_at: question.asked_at.toISOString(), answered_at: instant(question.answered_at) }
  );
}

const answerByOf = (promotion: PromotionRow, status: DisplayStatus) =>
  status === 'awaiting partner feedback' ? answerBy(promotion, promotion.feedback_requested_at!) : null;

const resubmitOnOf = ({ reason_codes, reviewed_at }: PromotionRow, status: DisplayStatus) =>
  status === 'declined' && reviewed_at ? resubmitOn(reason_codes, reviewed_at) : null;

const termsOf = ({ kind, value, min_cost_cents }: DiscountUse) => ({ kind, value, min_cost_cents });

function presentJoins(promotion: PromotionRow, role: Role, joins: readonly string[]): Partial<ApiPromotion> {
  const { book, category, click_logs, partner, events, discount_use } = promotion;
  // A code's terms are those that the promotion has reserved, even if staff have changed them since.
  const discount = promotion.discount && { ...promotion.discount, ...(discount_use && termsOf(discount_use)) };
  return {
    ...(joins.includes('book') ? { book: presentBookDetails(book, ['author'], role) } : {}),
    ...(joins.includes('category') && category ? { category: presentCategory(category) } : {}),
    ...(joins.includes('click_logs') && click_logs ? { click_logs: click_logs.map(presentClickLog) } : {}),
    ...(joins.includes('discount')
      ? {
          discount: discount
            ? role === 'user'
              ? presentDiscount(discount)
              : presentDiscountToPartner(discount)
            : null,
        }
      : {}),
    ...(joins.includes('partner') && partner
      ? { partner: role === 'user' ? presentPromotingPartner(partner) : presentPartnerContact(partner) }
      : {}),
    ...(joins.includes('stripe_errors')
      ? { stripe_errors: promotion.stripe_errors.map((error) => presentStripeError(error, role)) }
      : {}),
    ...(joins.includes('events') && events
      ? {
          events: events.map(({ id, actor, action, from, to, reason, at }) => ({
            id,
            actor,
            action,
            from,
            to,
            reason,
            at: at.toISOString(),
          })),
        }
      : {}),
  };
}

/** The default card, which a charge uses if it's chargeable, or null if there is none. */
function presentDefaultCard({ partner }: PromotionRow, today: string): ApiPromotion['card'] {
  const cards = partner?.credit_cards ?? [];
  const card = cards.find(({ is_default }) => is_default);
  if (!card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  const is_chargeable = isCardChargeable(card, today);
  const other = is_chargeable ? undefined : cards.find((one) => isCardChargeable(one, today));
  const other_valid_card = other ? { brand: other.brand, last4: other.last4 } : null;
  return { brand, last4, exp_month, exp_year, is_chargeable, other_valid_card };
}

/** Leaves out the reader, the address hashes, and the kind of browser. */
const presentClickLog = (click: ClickLog): z.infer<typeof ApiClickLog> => ({
  id: String(click.id),
  store: click.store,
  source: click.source,
  clicked_at: click.clicked_at.toISOString(),
  billable: click.billable,
  invalid_reason: click.invalid_reason,
});
