/** Adds welcome credit, rewards for paid promotions, visits to referral links, and each partner's remaining credit. */
import { availableAt, isRewarded, rewardCents } from '#server/referrals/rewards.ts';
import { WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import type { PromotionSeedContext } from './promotions.ts';

export function addReferralEntries({ rows, time, partners: seedPartners }: PromotionSeedContext) {
  const partners = new Map(rows.of('partners').map((partner) => [partner.id, partner]));
  for (const { id, credit_cents } of seedPartners) partners.get(id)!.credit_cents = credit_cents;
  for (const { id, referrer_id, created_at } of partners.values())
    if (referrer_id) addWelcomeCredit(rows, id!, created_at as Date);
  addVisits(rows, time, seedPartners);
  for (const invoice of rows.of('invoices')) {
    const referrer = partners.get(partners.get(invoice.partner_id)?.referrer_id ?? 0);
    const paid_at = invoice.paid_at as Date | null;
    const signed_up_at = partners.get(invoice.partner_id)?.created_at as Date;
    if (!referrer || !paid_at || invoice.total_cents === 0 || !isRewarded({ signed_up_at, paid_at })) continue;
    const available_at = availableAt(paid_at);
    const isAvailable = available_at <= time.now;
    const amount_cents = rewardCents(invoice.total_cents);
    rows.add('referral_entries', {
      partner_id: referrer.id,
      referred_id: invoice.partner_id,
      invoice_id: invoice.id,
      kind: 'reward',
      amount_cents,
      state: isAvailable ? 'available' : 'pending',
      available_at,
      created_at: paid_at,
    });
    if (isAvailable) referrer.credit_cents = (referrer.credit_cents ?? 0) + amount_cents;
  }
}

/** Adds a partner's welcome credit. The demo's invoices already account for what was spent. */
const addWelcomeCredit = (rows: PromotionSeedContext['rows'], id: number, at: Date) =>
  rows.add('referral_entries', {
    partner_id: id,
    referred_id: id,
    invoice_id: null,
    kind: 'welcome',
    amount_cents: WELCOME_CREDIT_CENTS,
    state: 'available',
    available_at: at,
    created_at: at,
  });

const VISIT_DAYS = 60;

/** Adds visits to the links of partners who referred others: up to three on each of the last 60 days. */
function addVisits(
  rows: PromotionSeedContext['rows'],
  time: PromotionSeedContext['time'],
  partners: PromotionSeedContext['partners'],
) {
  const referrers = new Set(rows.of('partners').map(({ referrer_id }) => referrer_id));
  for (const { id } of partners.filter((partner) => referrers.has(partner.id)))
    for (let day = -VISIT_DAYS; day < 0; day++) {
      const visits = (day * day + id) % 4;
      if (visits) rows.add('referral_visits', { partner_id: id, date: time.day(day), visits });
    }
}
