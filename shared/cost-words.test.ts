import { describe, expect, it } from 'vitest';
import { invoicedFigures, moneyText } from './cost-words.ts';
import { costOf, type InvoicedCost } from './promotion-cost.ts';

const COST = costOf({ cpc_cents: 40, addon_cents: [], max_cost_cents: 6000, discount: null }, 75);
const invoiced = (facts: Partial<InvoicedCost>): InvoicedCost => ({
  ...COST,
  status: 'paid',
  refunded_cents: 0,
  ...facts,
});

describe('an invoice’s words and figures', () => {
  it.each([
    ['paid', invoiced({}), '$30.00', [['Total', '$30.00']]],
    ['failed', invoiced({ status: 'failed' }), '$30.00', [['Total', '$30.00']]],
    ['void', invoiced({ status: 'void' }), '$30.00 invoice voided; nothing is due', [['Invoice', 'Void']]],
    [
      'refunded in part',
      invoiced({ refunded_cents: 1000 }),
      '$30.00, $10.00 refunded',
      [
        ['Total', '$30.00'],
        ['Refunded', '$10.00'],
      ],
    ],
    [
      'refunded',
      invoiced({ status: 'refunded', refunded_cents: 3000 }),
      '$30.00, $30.00 refunded',
      [
        ['Total', '$30.00'],
        ['Refunded', '$30.00'],
      ],
    ],
  ] as const)('agree when it is %s', (_, money, words, figures) => {
    expect(moneyText({ most: COST, so_far: null, invoiced: money })).toBe(words);
    expect(invoicedFigures(money)).toEqual(figures);
  });
});

it('says that the clicks so far are too few to charge', () => {
  const terms = { cpc_cents: 40, addon_cents: [], max_cost_cents: 6000, discount: null };
  const text = (clicks: number) => moneyText({ most: COST, so_far: costOf(terms, clicks), invoiced: null });
  expect([0, 1, 2].map(text)).toEqual([
    '$0.00 so far, at most $30.00',
    '$0.00 (under $0.50 is waived) so far, at most $30.00',
    '$0.80 so far, at most $30.00',
  ]);
});
