import type { PlannedPromotion } from './calendar.ts';
import type { SeedPartner } from './people.ts';
import type { Rows } from './rows.ts';
import { PAST_DAYS, type SeedTime } from './seed-time.ts';

export type SeedDiscount = {
  id: number;
  code: string;
  kind: 'percent' | 'fixed_cents';
  value: number;
  min_cost_cents: null;
};
export type Discounts = ReturnType<typeof addDiscounts>;

/**
 * `days` is the range of days in which a code is valid, relative to the open newsletter. Each of the partners with
 * indexes `from` to `to` used it for their past promotion at `index`, counted from 0 for the oldest.
 */
const SEED_DISCOUNTS = [
  {
    code: 'WELCOME25',
    kind: 'percent',
    value: 25,
    days: [-200, null],
    limit: null,
    firstPromotionOnly: true,
    usedBy: { index: 0, from: 1, to: 6 },
  },
  {
    code: 'WINTER15',
    kind: 'percent',
    value: 15,
    days: [-160, -70],
    limit: null,
    firstPromotionOnly: false,
    usedBy: { index: 0, from: 9, to: 11 },
  },
  {
    code: 'LAUNCH50',
    kind: 'percent',
    value: 50,
    days: [-200, null],
    limit: 5,
    firstPromotionOnly: false,
    usedBy: { index: 1, from: 12, to: 16 },
  },
  {
    code: 'SPRING10',
    kind: 'fixed_cents',
    value: 1000,
    days: [-120, 90],
    limit: 500,
    firstPromotionOnly: false,
    usedBy: { index: 1, from: 1, to: 4 },
  },
] as const;

export function addDiscounts({
  rows,
  time,
  partners,
  plannedPromotions,
}: {
  rows: Rows;
  time: SeedTime;
  partners: SeedPartner[];
  plannedPromotions: readonly PlannedPromotion[];
}) {
  const byPromotion = new Map<PlannedPromotion, SeedDiscount>();
  const byCode = new Map<string, SeedDiscount>();
  const stored = new Map<number, { used_count?: number }>();
  for (const { code, kind, value, days, limit, firstPromotionOnly, usedBy } of SEED_DISCOUNTS) {
    const [start, end] = days;
    const row = rows.add('discounts', {
      code,
      kind,
      value,
      starts_at: time.atCutoff(time.day(start), 0),
      ends_at: end === null ? null : new Date(`${time.day(end)}T17:00:00Z`),
      usage_limit: limit,
      per_partner_limit: 1,
      first_promotion_only: firstPromotionOnly,
      enabled: true,
      used_count: 0,
      created_at: time.ago(24 * (PAST_DAYS + 90)),
    });
    const discount = { id: row.id, code, kind, value, min_cost_cents: null };
    byCode.set(code, discount);
    stored.set(row.id, row);
    for (const partner of partners.slice(usedBy.from, usedBy.to + 1)) {
      const partnersPlanned = plannedPromotions
        .filter(({ book }) => book.partner === partner)
        .sort((a, b) => a.date.localeCompare(b.date));
      if (partnersPlanned[usedBy.index] && partnersPlanned[usedBy.index]!.date < time.business_date)
        byPromotion.set(partnersPlanned[usedBy.index]!, discount);
    }
  }
  const use = (
    discount: SeedDiscount,
    promotion: { id: number; partner_id: number; created_at: Date },
    state: 'reserved' | 'consumed' | 'released',
  ) => {
    const { id: promotion_id, partner_id, created_at } = promotion;
    const { id: discount_id, kind, value, min_cost_cents } = discount;
    const terms = { kind, value, min_cost_cents };
    rows.add('discount_uses', { promotion_id, discount_id, partner_id, ...terms, state, created_at });
    if (state !== 'released') stored.get(discount.id)!.used_count! += 1;
  };
  return { byPromotion, byCode, use };
}
