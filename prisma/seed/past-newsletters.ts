/** 120 sent newsletters with their counted readers, clicks, and invoices; and drafts. */

import { clicksPerThousand } from '#server/promotions/percentile.ts';
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { createAudiences } from './audiences.ts';
import { type BillingOutcome, billPromotion, type Settlement } from './billing.ts';
import type { PlannedPromotion } from './calendar.ts';
import { addClicks } from './clicks.ts';
import { addPromotion, addSteps, approve, type PromotionRow, type PromotionSeedContext } from './promotions.ts';
import { PAST_DAYS } from './seed-time.ts';

type NewsletterSeedContext = PromotionSeedContext & { nextInvoiceNumber(): number };
type Audiences = ReturnType<typeof createAudiences>;
type PastNewsletter = {
  newsletter_id: number;
  date: string;
  frozen_at: Date;
  sent_at: Date;
  delivered: number;
  reached(planned: PlannedPromotion): number;
};

const SETTLE_MINUTES = 5;

/**
 * Adds the newsletters with the promotions in `plannedPromotions`. `outcomes` has those whose payment failed or is
 * open.
 */
export function addPastNewsletters(
  context: NewsletterSeedContext,
  plannedPromotions: readonly PlannedPromotion[],
  outcomes: Map<PlannedPromotion, BillingOutcome>,
) {
  const audiences = createAudiences(context);
  const byDate = Map.groupBy(plannedPromotions, ({ date }) => date);
  for (let day = -PAST_DAYS; day < 0; day++) {
    const date = context.time.day(day);
    const plannedOfDay = (byDate.get(date) ?? []).sort(inNewsletterOrder);
    const edition = addEdition(context, audiences, date, plannedOfDay);
    plannedOfDay.forEach((planned, index) => {
      addSentPromotion(context, edition, planned, index + 1, outcomes.get(planned) ?? 'paid');
    });
  }
}

/** Adds empty drafts for the coming days, so that staff can already set subject and order. */
export function addDraftNewsletters({ rows, time }: PromotionSeedContext, days: number) {
  for (let day = 0; day < days; day++) {
    rows.add('newsletters', {
      newsletter_date: time.day(day),
      status: 'draft',
      subject: '',
      preheader: '',
      deliveries_total: 0,
      delivered_count: 0,
      bounced_count: 0,
      frozen_at: null,
      sending_at: null,
      sent_at: null,
      created_at: time.now,
    });
  }
}

const inNewsletterOrder = (a: PlannedPromotion, b: PlannedPromotion) =>
  a.category.position - b.category.position || Number(b.hasTopSpot) - Number(a.hasTopSpot);

function addEdition(
  context: NewsletterSeedContext,
  audiences: Audiences,
  date: string,
  plannedOfDay: PlannedPromotion[],
): PastNewsletter {
  const day = audiences.day(date);
  const totals = audiences.totals(day, plannedOfDay.map(dealOf));
  const { atCutoff } = context.time;
  const [frozen_at, sent_at] = [atCutoff(date, 0), atCutoff(date, 7)];
  const [first, ...others] = plannedOfDay;
  const { id } = context.rows.add('newsletters', {
    newsletter_date: date,
    status: 'sent',
    subject: first
      ? `${first.book.title}${first.book.sale_price_cents ? '' : ' is free'}, and ${others.length} more deals for you`
      : '',
    preheader: others.map(({ book }) => book.title).join(' · '),
    ...totals,
    frozen_at,
    sending_at: atCutoff(date, 1),
    sent_at,
    created_at: atCutoff(addDays(date, -1), 0),
  });
  audiences.addCounts(id, day, plannedOfDay.map(dealOf), totals.delivered_count);
  const reached = (planned: PlannedPromotion) => audiences.readersReached(dealOf(planned), day);
  return { newsletter_id: id, date, frozen_at, sent_at, delivered: totals.delivered_count, reached };
}

function addSentPromotion(
  context: NewsletterSeedContext,
  edition: PastNewsletter,
  planned: PlannedPromotion,
  position: number,
  outcome: BillingOutcome,
) {
  const discount = context.discounts.byPromotion.get(planned) ?? null;
  const { newsletter_id, frozen_at, sent_at } = edition;
  const windowEnd = new Date(sent_at.getTime() + CLICK_WINDOW_HOURS * 3_600_000);
  const settled_at = new Date(windowEnd.getTime() + SETTLE_MINUTES * 60_000);
  const isSettled = settled_at.getTime() + 60_000 <= context.time.now.getTime();
  const overrides = { newsletter_id, position, frozen_at, sent_at, click_window_ends_at: windowEnd };
  const discountUse = discount && { row: discount, state: isSettled ? ('consumed' as const) : ('reserved' as const) };
  const promotion = addPromotion(context, planned, { overrides, addon: 'confirmed', discount: discountUse });
  approve(context, promotion);
  addSteps(context, promotion, [
    {
      actor: 'system',
      action: 'freeze',
      from: 'awaiting promotion date',
      to: 'awaiting promotion date',
      at: frozen_at,
    },
    { actor: 'system', action: 'send', from: 'awaiting promotion date', to: 'successfully sent', at: sent_at },
  ]);
  const clicks = addClicks(context, {
    promotion_id: promotion.id,
    newsletter_id,
    planned,
    reached: edition.reached(planned),
    sent_at,
    now: context.time.now,
    isSettled,
  });
  if (!isSettled) return;
  Object.assign(promotion, { clicks_total: clicks.total, clicks_billable: clicks.billable });
  settle(context, { edition, planned, promotion, discount, settled_at, outcome });
}

type EditionSettlement = Settlement & { edition: PastNewsletter };

function settle(context: NewsletterSeedContext, { edition, ...settlement }: EditionSettlement) {
  const { planned, promotion } = settlement;
  addStat(context, edition, planned, promotion);
  billPromotion(context, settlement);
}

function addStat(
  { rows }: PromotionSeedContext,
  { delivered }: PastNewsletter,
  { category, date }: PlannedPromotion,
  promotion: PromotionRow,
) {
  const clicks_billable = promotion.clicks_billable ?? 0;
  rows.add('promotion_stats', {
    promotion_id: promotion.id,
    category_id: category.id,
    price_type: promotion.price_type,
    promotion_date: date,
    delivered,
    clicks_billable,
    clicks_per_thousand: clicksPerThousand(clicks_billable, delivered),
  });
}

const dealOf = ({ book, category }: PlannedPromotion) => ({ category, is_free: book.sale_price_cents === 0 });
