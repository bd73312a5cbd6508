/** The prices of design 1-product to the cent; every case also holds what must hold of any bill. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiscountTerms, discountCents } from '#shared/discounts.ts';
import { type Bill, billOf, promotionCostCents } from './cost.ts';

type Facts = Parameters<typeof billOf>[0];
type Amounts = { subtotal: number; discount?: number; credit?: number; total: number; waived?: boolean };

const PLAIN: Facts = {
  billable_clicks: 0,
  cpc_cents: 15,
  addon_cents: [],
  max_cost_cents: 6000,
  discount: null,
  partner_credit_cents: 0,
};
const TOP = { addon_cents: [1000] };
const percent = (value: number, min_cost_cents: number | null = null): { discount: DiscountTerms } => ({
  discount: { kind: 'percent', value, min_cost_cents },
});
const fixed = (value: number, min_cost_cents: number | null = null): { discount: DiscountTerms } => ({
  discount: { kind: 'fixed_cents', value, min_cost_cents },
});
const clicks = (billable_clicks: number, cpc_cents = 15) => ({ billable_clicks, cpc_cents });

/** What holds of every bill, whatever the facts. */
function expectSound(bill: Bill, facts: Facts) {
  const { subtotal_cents, discount_cents, credit_cents, total_cents, waived } = bill;
  for (const cents of [subtotal_cents, discount_cents, credit_cents, total_cents]) {
    expect(Number.isInteger(cents) && cents >= 0 && cents <= 6000).toBe(true);
  }
  const rest = subtotal_cents - discount_cents - credit_cents;
  expect(waived ? rest > 0 && rest < 50 && total_cents === 0 : total_cents === rest).toBe(true);
  expect(total_cents === 0 || total_cents >= 50).toBe(true);
  expect(subtotal_cents).toBeLessThanOrEqual(facts.max_cost_cents);
  expect(discount_cents).toBeLessThanOrEqual(subtotal_cents);
  expect(credit_cents).toBeLessThanOrEqual(facts.partner_credit_cents);
}

function expectBill(facts: Partial<Facts>, { subtotal, discount = 0, credit = 0, total, waived = false }: Amounts) {
  const whole = { ...PLAIN, ...facts };
  const bill = billOf(whole);
  expect(bill).toEqual({
    subtotal_cents: subtotal,
    discount_cents: discount,
    credit_cents: credit,
    total_cents: total,
    waived,
  });
  expectSound(bill, whole);
}

describe('a promotion costs', () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    ['31.50 for 210 clicks at 15 cents', clicks(210), { subtotal: 3150, total: 3150 }],
    ['60.00 for 500 clicks at 15 cents', clicks(500), { subtotal: 6000, total: 6000 }],
    ['60.00 for 130 clicks at 40 cents and the top', { ...clicks(130, 40), ...TOP }, { subtotal: 6000, total: 6000 }],
    [
      '45.00 for the same with 25 % off',
      { ...clicks(130, 40), ...TOP, ...percent(25) },
      { subtotal: 6000, discount: 1500, total: 4500 },
    ],
    ['10.00 for the top without a click', TOP, { subtotal: 1000, total: 1000 }],
    ['nothing without a click', {}, { subtotal: 0, total: 0 }],
    ['60.00 for 400 clicks at 15 cents, exactly the cap', clicks(400), { subtotal: 6000, total: 6000 }],
    ['59.85 for one click less', clicks(399), { subtotal: 5985, total: 5985 }],
    ['the sum of several add-ons', { addon_cents: [1000, 250] }, { subtotal: 1250, total: 1250 }],
    ['no more than the cap frozen with it', { ...clicks(210), max_cost_cents: 3000 }, { subtotal: 3000, total: 3000 }],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));

  it('60 dollars at most, however many clicks, without being told the cap', () => {
    expect(promotionCostCents(1_000_000, 40, [1000, 1000])).toBe(6000);
    expect(promotionCostCents(2, 15, [1000])).toBe(1030);
  });
});

describe('a discount of', () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    [
      '25 % of 31.50 is 7.875, so 7.88',
      { ...clicks(210), ...percent(25) },
      { subtotal: 3150, discount: 788, total: 2362 },
    ],
    [
      '10 % of 10.05 is 1.005, so 1.01',
      { ...clicks(67), ...percent(10) },
      { subtotal: 1005, discount: 101, total: 904 },
    ],
    [
      '10 % of 10.04 is 1.004, so 1.00',
      { ...clicks(251, 4), ...percent(10) },
      { subtotal: 1004, discount: 100, total: 904 },
    ],
    [
      '10 % of 10.06 is 1.006, so 1.01',
      { ...clicks(503, 2), ...percent(10) },
      { subtotal: 1006, discount: 101, total: 905 },
    ],
    ['33 % of 1.50 is 0.495, so 0.50', { ...clicks(10), ...percent(33) }, { subtotal: 150, discount: 50, total: 100 }],
    ['1 % of 60.00 is 0.60', { ...clicks(500), ...percent(1) }, { subtotal: 6000, discount: 60, total: 5940 }],
    ['100 % leaves nothing', { ...clicks(500), ...percent(100) }, { subtotal: 6000, discount: 6000, total: 0 }],
    ['any percent of nothing is nothing', percent(25), { subtotal: 0, total: 0 }],
    ['5.00 off 31.50', { ...clicks(210), ...fixed(500) }, { subtotal: 3150, discount: 500, total: 2650 }],
    ['40.00 off 31.50 is 31.50', { ...clicks(210), ...fixed(4000) }, { subtotal: 3150, discount: 3150, total: 0 }],
    ['31.50 off 31.50', { ...clicks(210), ...fixed(3150) }, { subtotal: 3150, discount: 3150, total: 0 }],
    ['5.00 off nothing', fixed(500), { subtotal: 0, total: 0 }],
    ['5.00 from 20.00 on, at 19.99', { ...clicks(1999, 1), ...fixed(500, 2000) }, { subtotal: 1999, total: 1999 }],
    [
      '5.00 from 20.00 on, at 20.00',
      { ...clicks(2000, 1), ...fixed(500, 2000) },
      { subtotal: 2000, discount: 500, total: 1500 },
    ],
    ['25 % from 20.00 on, at 19.99', { ...clicks(1999, 1), ...percent(25, 2000) }, { subtotal: 1999, total: 1999 }],
    [
      '25 % from 60.00 on, of a cost that the cap cut to 60.00',
      { ...clicks(500), ...percent(25, 6000) },
      { subtotal: 6000, discount: 1500, total: 4500 },
    ],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));

  it('nothing, without a code, is nothing', () => {
    expect(discountCents(6000, null)).toBe(0);
  });
});

describe("the partner's credit", () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    [
      'of 10.00 pays 10.00 of 31.50',
      { ...clicks(210), partner_credit_cents: 1000 },
      { subtotal: 3150, credit: 1000, total: 2150 },
    ],
    [
      'of 100.00 pays all of 31.50 and no more',
      { ...clicks(210), partner_credit_cents: 10_000 },
      { subtotal: 3150, credit: 3150, total: 0 },
    ],
    [
      'pays what the discount leaves',
      { ...clicks(130, 40), ...TOP, ...percent(25), partner_credit_cents: 1000 },
      { subtotal: 6000, discount: 1500, credit: 1000, total: 3500 },
    ],
    [
      'is kept when the discount leaves nothing',
      { ...clicks(210), ...percent(100), partner_credit_cents: 1000 },
      { subtotal: 3150, discount: 3150, total: 0 },
    ],
    ['is kept when nothing is owed', { partner_credit_cents: 1000 }, { subtotal: 0, total: 0 }],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));
});

describe('a total under 50 cents is waived:', () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    ['one cent', clicks(1, 1), { subtotal: 1, total: 0, waived: true }],
    ['49 cents', clicks(49, 1), { subtotal: 49, total: 0, waived: true }],
    ['but not 50', clicks(50, 1), { subtotal: 50, total: 50 }],
    ['and nothing is not called waived', {}, { subtotal: 0, total: 0 }],
    [
      'half of a click, rounded',
      { ...clicks(1), ...percent(50) },
      { subtotal: 15, discount: 8, total: 0, waived: true },
    ],
    [
      'what the credit leaves',
      { ...clicks(210), partner_credit_cents: 3101 },
      { subtotal: 3150, credit: 3101, total: 0, waived: true },
    ],
    [
      'and what would be waived anyway uses up no credit',
      { ...clicks(49, 1), partner_credit_cents: 1000 },
      { subtotal: 49, total: 0, waived: true },
    ],
    [
      'but from 50 cents on it does',
      { ...clicks(50, 1), partner_credit_cents: 1000 },
      { subtotal: 50, credit: 50, total: 0 },
    ],
    [
      'but not 50 cents that the credit leaves',
      { ...clicks(210), partner_credit_cents: 3100 },
      { subtotal: 3150, credit: 3100, total: 50 },
    ],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));
});

/** C5: no charge above 60.00, whatever the clicks, prices, codes and credits are. */
it('never asks for more than 60 dollars, in 100,000 cases', () => {
  const terms = fc.record({
    kind: fc.constantFrom('percent' as const, 'fixed_cents' as const),
    value: fc.integer({ min: 1, max: 6000 }),
    min_cost_cents: fc.option(fc.nat(6000)),
  });
  const facts = fc.record<Facts>({
    billable_clicks: fc.nat(100_000),
    cpc_cents: fc.nat(500),
    addon_cents: fc.array(fc.nat(5000), { maxLength: 3 }),
    max_cost_cents: fc.nat(6000),
    // A percentage is at most 100 (the database's check).
    discount: fc.option(terms.map((one) => (one.kind === 'percent' ? { ...one, value: 1 + (one.value % 100) } : one))),
    partner_credit_cents: fc.nat(20_000),
  });
  fc.assert(
    fc.property(facts, (drawn) => {
      const { subtotal_cents, discount_cents, credit_cents, total_cents, waived } = billOf(drawn);
      const rest = subtotal_cents - discount_cents - credit_cents;
      return (
        [subtotal_cents, discount_cents, credit_cents, total_cents].every(
          (cents) => Number.isInteger(cents) && cents >= 0,
        ) &&
        total_cents <= 6000 &&
        subtotal_cents <= drawn.max_cost_cents &&
        credit_cents <= drawn.partner_credit_cents &&
        (waived ? rest > 0 && rest < 50 && total_cents === 0 : total_cents === rest) &&
        (total_cents === 0 || total_cents >= 50)
      );
    }),
    { numRuns: 100_000, seed: 60_00 },
  );
});
