import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { costOf } from '#shared/promotion-cost.ts';
import { linesOf } from './invoice-lines.ts';

const CHARGED = {
  book_title: 'The Quiet Harbor',
  date: '2026-12-02',
  clicks: 500,
  cpc_cents: 15,
  addons: [{ label: 'Top spot in its category', price_cents: 1500 }],
  max_cost_cents: MAX_PROMO_COST_CENTS,
  discount_code: 'SPRING',
};
const billFor = (
  charged: Pick<typeof CHARGED, 'clicks' | 'cpc_cents' | 'addons' | 'max_cost_cents'>,
  discount: DiscountTerms | null,
  partner_credit_cents: number,
) =>
  costOf(
    {
      cpc_cents: charged.cpc_cents,
      max_cost_cents: charged.max_cost_cents,
      discount,
      addon_cents: charged.addons.map(({ price_cents }) => price_cents),
    },
    charged.clicks,
    partner_credit_cents,
  );

it('lists the charges, the cap, the discount, and the credit', () => {
  const bill = billFor(CHARGED, { kind: 'percent', value: 10, min_cost_cents: 0 }, 500);
  expect(linesOf(CHARGED, bill).map(({ description, amount_cents }) => [description, amount_cents])).toEqual([
    ['Billable clicks on “The Quiet Harbor”, newsletter for Wednesday December 2nd, 2026', 7500],
    ['Top spot in its category', 1500],
    ['Capped: a promotion never costs more than $60.00', -3000],
    ['Discount SPRING', -600],
    ['Credit applied', -500],
  ]);
});

it('lists amounts that always add up to the total', () => {
  const cents = fc.integer({ min: 0, max: 9000 });
  const charges = fc.record({
    clicks: fc.integer({ min: 0, max: 2000 }),
    cpc_cents: fc.integer({ min: 0, max: 60 }),
    addons: fc.array(fc.record({ label: fc.constant('Top'), price_cents: cents }), { maxLength: 2 }),
    max_cost_cents: cents,
  });
  const terms = fc.record({
    kind: fc.constantFrom('percent' as const, 'fixed_cents' as const),
    value: fc.integer({ min: 1, max: 100 }),
    min_cost_cents: cents,
  });
  fc.assert(
    fc.property(charges, fc.option(terms), cents, (charged, discount, credit) => {
      const bill = billFor(charged, discount, credit);
      const lines = linesOf({ ...CHARGED, ...charged }, bill);
      expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(bill.total_cents);
    }),
  );
});
