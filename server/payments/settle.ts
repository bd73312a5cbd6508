/**
 * Settlement, 72 hours after the send and once per promotion: judges the clicks, creates the invoice, and queues the
 * charge. See docs/decisions/0046-classify-clicks-at-settlement.md.
 */

import { chargeableCard } from '#server/billing/cards.ts';
import { createInvoice } from '#server/billing/invoices.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import { judgeClicks } from '#server/clicks/judge.ts';
import { consumeDiscount, findDiscountTerms, releaseDiscount } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { clicksPerThousand } from '#server/promotions/percentile.ts';
import { promotionById } from '#server/promotions/queries.ts';
import { bookedDate, emailFacts } from '#server/promotions/reviewed.ts';
import { type LockedPromotion, lockPromotion, recordEvent, SYSTEM } from '#server/promotions/transition.ts';
import { creditAtSettlement } from '#server/referrals/welcome.ts';
import { MIN_CHARGE_CENTS } from '#shared/business.ts';
import { RULES_VERSION } from '#shared/click-rules.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { type Cost, costOf } from '#shared/promotion-cost.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { type BilledItems, linesOf } from './invoice-lines.ts';

export const CHARGE_JOB = 'promotions.charge';

/** Settles promotions whose window is over, each separately. Skips locked ones. Throws at the end if one failed. */
export async function settleDuePromotions(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>): Promise<void> {
  const due = await deps.db.promotion.findMany({
    where: { click_window_ends_at: { lte: deps.now() }, settled_at: null, cancelled_at: null },
    select: { id: true },
    orderBy: { click_window_ends_at: 'asc' },
  });
  await processEach(
    due,
    ({ id }) => settleSeparately(deps, id),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'promotion not settled'),
  );
}

const settleSeparately = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, id: number) =>
  inLongTransaction(deps.db, async (tx) => {
    if (await tryLock(tx, id)) await settlePromotion(deps, tx, id);
  });

/** Locks the promotion; false if it is locked. Doesn't wait, since another settlement may outlast the lock timeout. */
const tryLock = async (tx: Tx, id: number) =>
  (await tx.$queryRaw<unknown[]>`select 1 from promotions where id = ${id} for no key update skip locked`).length > 0;

async function settlePromotion(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, id: number) {
  const promotion = await lockPromotion(tx, id, SYSTEM);
  const { click_window_ends_at, partner } = promotion;
  if (promotion.settled_at || !click_window_ends_at) return;
  const clicks = await judgeClicks(tx, { ...promotion, partner_uid: partner.uid, click_window_ends_at });
  const credit_cents = await creditAtSettlement(deps, tx, partner);
  const bill = billFor(promotion, { discount: await findDiscountTerms(tx, id), clicks: clicks.billable, credit_cents });
  const { number } = await saveResult(deps, tx, promotion, { clicks, bill });
  await saveStatistics(tx, promotion, clicks.billable);
  const after = (await promotionById(tx, id, {}))!;
  await recordEvent(deps, tx, { action: 'settle', actor: SYSTEM, before: promotion, after });
  await emailResults(deps, tx, promotion, { clicks, bill, number });
  await queueCharge(deps, tx, id, bill);
}

type Clicks = { total: number; billable: number };

/** Creates the invoice, subtracts the partner's credit that it uses, and stores the counted clicks. */
async function saveResult(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  { clicks, bill }: { clicks: Clicks; bill: Cost },
) {
  const { id, partner_id } = promotion;
  const { subtotal_cents, discount_cents, credit_cents, total_cents } = bill;
  const amounts = { subtotal_cents, discount_cents, credit_cents, total_cents };
  if (bill.credit_cents)
    await tx.partner.update({ where: { id: partner_id }, data: { credit_cents: { decrement: bill.credit_cents } } });
  const lines = linesOf(billedItems(promotion, clicks.billable), bill);
  const invoice_type = 'promotion' as const;
  const invoice = await createInvoice(deps, tx, { partner_id, promotion_id: id, invoice_type, lines, ...amounts });
  await tx.promotion.update({
    where: { id },
    data: {
      clicks_total: clicks.total,
      clicks_billable: clicks.billable,
      rules_version: RULES_VERSION,
      settled_at: deps.now(),
      invoice_id: invoice.id,
    },
  });
  return invoice;
}

/**
 * Queues the charge or, if nothing is owed, uses up the discount. A discount is released if it saved nothing, or if the
 * cost would have been waived without it.
 */
async function queueCharge(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  id: number,
  { subtotal_cents, discount_cents, total_cents }: Cost,
) {
  if (!discount_cents || subtotal_cents < MIN_CHARGE_CENTS) await releaseDiscount(tx, id);
  if (total_cents) await deps.queue.send(tx, CHARGE_JOB, { id });
  else await consumeDiscount(tx, id);
}

type Results = { clicks: Clicks; bill: Cost; number: number };

async function emailResults(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  { clicks, bill, number }: Results,
) {
  const card = await chargeableCard(tx, { partner_id: promotion.partner_id, now: deps.now() });
  const props = {
    ...emailFacts(deps, promotion),
    clicks_total: clicks.total,
    clicks_billable: clicks.billable,
    total_cents: bill.total_cents,
    cost: bill,
    invoice_number: invoiceNumber(number),
    card_last4: bill.total_cents ? (card?.last4 ?? null) : null,
  };
  await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_results', props });
}

type BillInput = { discount: DiscountTerms | null; clicks: number; credit_cents: number };

const billFor = (promotion: LockedPromotion, { discount, clicks, credit_cents }: BillInput) =>
  costOf(
    {
      cpc_cents: promotion.cpc_cents,
      addon_cents: addonsOf(promotion).map(({ price_cents }) => price_cents),
      max_cost_cents: promotion.max_cost_cents,
      discount,
    },
    clicks,
    credit_cents,
  );

const addonsOf = ({ addons }: LockedPromotion) => addons.filter(({ state }) => state === 'confirmed');

const billedItems = (promotion: LockedPromotion, clicks: number): BilledItems => ({
  book_title: approvedVersionOf(promotion).book.title,
  date: bookedDate(promotion),
  clicks,
  cpc_cents: promotion.cpc_cents,
  addons: addonsOf(promotion).map(({ addon: { label }, price_cents }) => ({ label, price_cents })),
  max_cost_cents: promotion.max_cost_cents,
  discount_code: promotion.discount?.code ?? null,
});

/** Saves the row from which percentiles and estimates are computed. */
async function saveStatistics(tx: Tx, promotion: LockedPromotion, clicks_billable: number) {
  const newsletter = promotion.newsletter_id
    ? await tx.newsletter.findUnique({ where: { id: promotion.newsletter_id } })
    : null;
  const delivered = newsletter?.delivered_count ?? 0;
  await tx.promotionStat.create({
    data: {
      promotion_id: promotion.id,
      category_id: promotion.category_id,
      price_type: promotion.price_type,
      promotion_date: promotion.promotion_date ?? promotion.requested_date,
      delivered,
      clicks_billable,
      clicks_per_thousand: clicksPerThousand(clicks_billable, delivered),
    },
  });
}
