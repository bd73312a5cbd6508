/** Costs to the cent. `expectBill` also checks the invariants of all costs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiscountTerms } from './discounts.ts';
import {
  type Cost,
  type CostTerms,
  clicksUntilCap,
  costOf,
  discountCents,
  highestCost,
  invoicedCost,
  moneyOf,
} from './promotion-cost.ts';

type Facts = CostTerms & { billable_clicks: number; partner_credit_cents: number };
const billOf = ({ billable_clicks, partner_credit_cents, ...terms }: Facts) =>
  costOf(terms, billable_clicks, partner_credit_cents);
type Amounts = { subtotal: number; discount?: number; credit?: number; total: number; waived?: boolean };

const BASE_FACTS: Facts = {
  billable_clicks: 0,
  cpc_cents: 15,
  addon_cents: [],
  max_cost_cents: 6000,
  discount: null,
  partner_credit_cents: 0,
};
const TOP_SPOT = { addon_cents: [1000] };
const percent = (value: number, min_cost_cents: number | null = null): { discount: DiscountTerms } => ({
  discount: { kind: 'percent', value, min_cost_cents },
});
const fixedDiscount = (value: number, min_cost_cents: number | null = null): { discount: DiscountTerms } => ({
  discount: { kind: 'fixed_cents', value, min_cost_cents },
});
const clicks = (billable_clicks: number, cpc_cents = 15) => ({ billable_clicks, cpc_cents });

/** Checks the invariants of every cost. */
function expectInvariants(bill: Cost, facts: Facts) {
  const { subtotal_cents, discount_cents, credit_cents, waived_cents, total_cents } = bill;
  for (const cents of [subtotal_cents, discount_cents, credit_cents, waived_cents, total_cents]) {
    expect(Number.isInteger(cents) && cents >= 0 && cents <= 6000).toBe(true);
  }
  expect(bill.clicks_cents + bill.addons_cents - bill.over_cap_cents).toBe(subtotal_cents);
  expect(subtotal_cents - discount_cents - credit_cents - waived_cents).toBe(total_cents);
  expect(waived_cents).toBeLessThan(50);
  expect(total_cents === 0 || total_cents >= 50).toBe(true);
  expect(subtotal_cents).toBeLessThanOrEqual(facts.max_cost_cents);
  expect(discount_cents).toBeLessThanOrEqual(subtotal_cents);
  expect(credit_cents).toBeLessThanOrEqual(facts.partner_credit_cents);
}

function expectBill(facts: Partial<Facts>, { subtotal, discount = 0, credit = 0, total, waived = false }: Amounts) {
  const allFacts = { ...BASE_FACTS, ...facts };
  const bill = billOf(allFacts);
  expect(bill).toMatchObject({
    subtotal_cents: subtotal,
    discount_cents: discount,
    credit_cents: credit,
    total_cents: total,
  });
  expect(bill.waived_cents > 0).toBe(waived);
  expectInvariants(bill, allFacts);
}

describe('a promotion costs', () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    ['31.50 for 210 clicks at 15 cents', clicks(210), { subtotal: 3150, total: 3150 }],
    ['60.00 for 500 clicks at 15 cents', clicks(500), { subtotal: 6000, total: 6000 }],
    [
      '60.00 for 130 clicks at 40 cents and the top spot',
      { ...clicks(130, 40), ...TOP_SPOT },
      { subtotal: 6000, total: 6000 },
    ],
    [
      '45.00 for 130 clicks at 40 cents and the top spot, with 25% off',
      { ...clicks(130, 40), ...TOP_SPOT, ...percent(25) },
      { subtotal: 6000, discount: 1500, total: 4500 },
    ],
    ['10.00 for the top spot without a click', TOP_SPOT, { subtotal: 1000, total: 1000 }],
    ['nothing without a click', {}, { subtotal: 0, total: 0 }],
    ['60.00 for 400 clicks at 15 cents, exactly the cap', clicks(400), { subtotal: 6000, total: 6000 }],
    ['59.85 for 399 clicks at 15 cents', clicks(399), { subtotal: 5985, total: 5985 }],
    ['the sum of several add-ons', { addon_cents: [1000, 250] }, { subtotal: 1250, total: 1250 }],
    ['no more than the cap stored with it', { ...clicks(210), max_cost_cents: 3000 }, { subtotal: 3000, total: 3000 }],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));
});

describe('a discount of', () => {
  it.each<[string, Partial<Facts>, Amounts]>([
    [
      '25% of 31.50 is 7.875, so 7.88',
      { ...clicks(210), ...percent(25) },
      { subtotal: 3150, discount: 788, total: 2362 },
    ],
    [
      '10% of 10.05 is 1.005, so 1.01',
      { ...clicks(67), ...percent(10) },
      { subtotal: 1005, discount: 101, total: 904 },
    ],
    [
      '10% of 10.04 is 1.004, so 1.00',
      { ...clicks(251, 4), ...percent(10) },
      { subtotal: 1004, discount: 100, total: 904 },
    ],
    [
      '10% of 10.06 is 1.006, so 1.01',
      { ...clicks(503, 2), ...percent(10) },
      { subtotal: 1006, discount: 101, total: 905 },
    ],
    ['33% of 1.50 is 0.495, so 0.50', { ...clicks(10), ...percent(33) }, { subtotal: 150, discount: 50, total: 100 }],
    ['1% of 60.00 is 0.60', { ...clicks(500), ...percent(1) }, { subtotal: 6000, discount: 60, total: 5940 }],
    ['100% leaves nothing', { ...clicks(500), ...percent(100) }, { subtotal: 6000, discount: 6000, total: 0 }],
    ['any percent of nothing is nothing', percent(25), { subtotal: 0, total: 0 }],
    ['5.00 off 31.50', { ...clicks(210), ...fixedDiscount(500) }, { subtotal: 3150, discount: 500, total: 2650 }],
    [
      '40.00 off 31.50 is 31.50',
      { ...clicks(210), ...fixedDiscount(4000) },
      { subtotal: 3150, discount: 3150, total: 0 },
    ],
    ['31.50 off 31.50', { ...clicks(210), ...fixedDiscount(3150) }, { subtotal: 3150, discount: 3150, total: 0 }],
    ['5.00 off nothing', fixedDiscount(500), { subtotal: 0, total: 0 }],
    [
      '5.00 with a minimum cost of 20.00 doesn’t apply at 19.99',
      { ...clicks(1999, 1), ...fixedDiscount(500, 2000) },
      { subtotal: 1999, total: 1999 },
    ],
    [
      '5.00 with a minimum cost of 20.00 applies at 20.00',
      { ...clicks(2000, 1), ...fixedDiscount(500, 2000) },
      { subtotal: 2000, discount: 500, total: 1500 },
    ],
    [
      '25% with a minimum cost of 20.00 doesn’t apply at 19.99',
      { ...clicks(1999, 1), ...percent(25, 2000) },
      { subtotal: 1999, total: 1999 },
    ],
    [
      '25% with a minimum cost of 60.00 applies to a cost that the cap reduced to 60.00',
      { ...clicks(500), ...percent(25, 6000) },
      { subtotal: 6000, discount: 1500, total: 4500 },
    ],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));

  it('zero applies without a code', () => {
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
      'pays after the discount',
      { ...clicks(130, 40), ...TOP_SPOT, ...percent(25), partner_credit_cents: 1000 },
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
    ['but not a total of zero', {}, { subtotal: 0, total: 0 }],
    [
      'half of a click, rounded',
      { ...clicks(1), ...percent(50) },
      { subtotal: 15, discount: 8, total: 0, waived: true },
    ],
    [
      'the remainder after credit',
      { ...clicks(210), partner_credit_cents: 3101 },
      { subtotal: 3150, credit: 3101, total: 0, waived: true },
    ],
    [
      'and uses up no credit',
      { ...clicks(49, 1), partner_credit_cents: 1000 },
      { subtotal: 49, total: 0, waived: true },
    ],
    [
      'but credit pays a total of 50 cents',
      { ...clicks(50, 1), partner_credit_cents: 1000 },
      { subtotal: 50, credit: 50, total: 0 },
    ],
    [
      'but not a remainder of 50 cents after credit',
      { ...clicks(210), partner_credit_cents: 3100 },
      { subtotal: 3150, credit: 3100, total: 50 },
    ],
  ])('%s', (_, facts, amounts) => expectBill(facts, amounts));
});

it('never charges more than 60 dollars, in 100,000 cases', () => {
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
    discount: fc.option(
      terms.map((code) => (code.kind === 'percent' ? { ...code, value: 1 + (code.value % 100) } : code)),
    ),
    partner_credit_cents: fc.nat(20_000),
  });
  fc.assert(
    fc.property(facts, (sample) => {
      const { billable_clicks, partner_credit_cents, ...terms } = sample;
      const bill = billOf(sample);
      const { subtotal_cents, discount_cents, credit_cents, waived_cents, total_cents } = bill;
      return (
        Object.values(bill).every((cents) => Number.isInteger(cents) && cents >= 0) &&
        total_cents <= 6000 &&
        subtotal_cents <= sample.max_cost_cents &&
        credit_cents <= partner_credit_cents &&
        waived_cents < 50 &&
        subtotal_cents - discount_cents - credit_cents - waived_cents === total_cents &&
        (total_cents === 0 || total_cents >= 50) &&
        total_cents <= highestCost(terms, billable_clicks).total_cents &&
        highestCost(terms, billable_clicks).total_cents <= highestCost(terms).total_cents
      );
    }),
    { numRuns: 100_000, seed: 60_00 },
  );
});

describe('the most a partner can pay', () => {
  const terms = (more: Partial<CostTerms>): CostTerms => ({
    cpc_cents: 15,
    addon_cents: [],
    max_cost_cents: 6000,
    discount: null,
    ...more,
  });
  it.each<[string, CostTerms, number, number]>([
    ['is the cap', terms({}), 6000, 6000],
    ['includes the add-on', terms({ addon_cents: [1000] }), 6000, 6000],
    ['is less with a code', terms({ ...percent(25) }), 6000, 4500],
    // 199 clicks at 15 cents are 29.85, where the code doesn't apply yet; 60.00 less 90% is only 6.00.
    ['is just under the minimum cost of a code that takes off more', terms({ ...percent(90, 3000) }), 2985, 2985],
    // 133 clicks at 15 cents and the add-on are 29.95.
    [
      'counts the add-on toward the code’s minimum cost',
      terms({ ...percent(90, 3000), addon_cents: [1000] }),
      2995,
      2995,
    ],
    ['is nothing with a code that takes everything off', terms({ ...percent(100) }), 6000, 0],
    ['is the add-on alone if clicks are free', terms({ cpc_cents: 0, addon_cents: [1000] }), 1000, 1000],
  ])('%s', (_, costTerms, subtotal_cents, total_cents) => {
    expect(highestCost(costTerms)).toMatchObject({ subtotal_cents, total_cents });
  });

  it('so far is limited by the clicks so far', () => {
    expect(highestCost(terms({ ...percent(25) }), 100).total_cents).toBe(1125);
    // 300 clicks are 45.00 and 4.50 with the code, but 199 of them would be 29.85.
    expect(highestCost(terms({ ...percent(90, 3000) }), 300).total_cents).toBe(2985);
    expect(highestCost(terms({}), 2).total_cents).toBe(0);
  });

  it('is reached after fewer clicks with an add-on', () => {
    expect(clicksUntilCap(terms({}))).toBe(400);
    expect(clicksUntilCap(terms({ addon_cents: [1000] }))).toBe(334);
  });
});

describe('the money of a promotion', () => {
  const terms: CostTerms = { cpc_cents: 40, addon_cents: [1000], max_cost_cents: 6000, ...percent(25) };
  const facts = { terms, is_off: false, clicks: null, invoice: null };
  const totals = ({ most, so_far, invoiced }: ReturnType<typeof moneyOf>) => [
    most.total_cents,
    so_far?.total_cents ?? null,
    invoiced?.total_cents ?? null,
  ];

  it('shows the maximum before the send, the cost so far after it, and then the invoice', () => {
    expect(totals(moneyOf(facts))).toEqual([4500, null, null]);
    expect(totals(moneyOf({ ...facts, clicks: 0 }))).toEqual([4500, 750, null]);
    expect(totals(moneyOf({ ...facts, clicks: 39 }))).toEqual([4500, 1920, null]);
    const invoice = {
      subtotal_cents: 2560,
      discount_cents: 640,
      credit_cents: 0,
      total_cents: 1920,
      status: 'paid' as const,
      refunded_cents: 500,
      lines: [{ amount_cents: 1560 }, { amount_cents: 1000 }, { amount_cents: -640 }],
    };
    const money = moneyOf({ ...facts, clicks: 41, invoice });
    expect(totals(money)).toEqual([4500, null, 1920]);
    expect(money.invoiced).toEqual({
      clicks_cents: 1560,
      addons_cents: 1000,
      over_cap_cents: 0,
      subtotal_cents: 2560,
      discount_cents: 640,
      credit_cents: 0,
      waived_cents: 0,
      total_cents: 1920,
      status: 'paid',
      refunded_cents: 500,
    });
  });

  it('is zero for a promotion that won’t run', () => {
    expect(totals(moneyOf({ ...facts, is_off: true }))).toEqual([0, null, null]);
  });

  it('derives the cap and the waiver from an invoice', () => {
    const amounts = { discount_cents: 0, credit_cents: 0, status: 'paid' as const, refunded_cents: 0 };
    const capped = { ...amounts, subtotal_cents: 6000, total_cents: 6000 };
    const lines = [{ amount_cents: 7500 }, { amount_cents: -1500 }];
    expect(invoicedCost({ ...capped, lines })).toMatchObject({ clicks_cents: 7500, over_cap_cents: 1500 });
    const waived = { ...amounts, subtotal_cents: 45, total_cents: 0 };
    expect(invoicedCost({ ...waived, lines: [{ amount_cents: 45 }, { amount_cents: -45 }] })).toMatchObject({
      addons_cents: 0,
      over_cap_cents: 0,
      waived_cents: 45,
    });
  });
});
