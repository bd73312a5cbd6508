/** Rules of a promotion's price, such as a maximum of 60 dollars and, if it's charged, a minimum of 50 cents. */
import fc from 'fast-check';
import { type Cost, type CostTerms, costOf } from '#shared/promotion-cost.ts';
import { type ControlResult, controlResult } from './verdict.ts';

type Facts = CostTerms & { billable_clicks: number; partner_credit_cents: number };
type Bill = Pick<Cost, 'subtotal_cents' | 'discount_cents' | 'credit_cents' | 'waived_cents' | 'total_cents'>;
type PriceFunction = (facts: Facts) => Bill;

const billOf: PriceFunction = ({ billable_clicks, partner_credit_cents, ...terms }) =>
  costOf(terms, billable_clicks, partner_credit_cents);

const integerUpTo = (max: number) => fc.integer({ min: 0, max });
const arbitraryFacts: fc.Arbitrary<Facts> = fc.record({
  billable_clicks: fc.oneof(integerUpTo(400), integerUpTo(1_000_000)),
  cpc_cents: integerUpTo(200),
  addon_cents: fc.array(fc.oneof(fc.constant(1000), integerUpTo(7000)), { maxLength: 3 }),
  max_cost_cents: fc.oneof(fc.constant(6000), integerUpTo(6000)),
  discount: fc
    .option(
      fc.oneof(
        fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ kind: fc.constant('fixed_cents' as const), value: fc.integer({ min: 1, max: 9000 }) }),
      ),
    )
    .chain((discount) =>
      fc.option(integerUpTo(7000)).map((min_cost_cents) => discount && { ...discount, min_cost_cents }),
    ),
  partner_credit_cents: fc.oneof(integerUpTo(200), integerUpTo(100_000)),
});

/** Returns the rules that a bill violates. */
export function violatedRules(
  facts: Facts,
  { subtotal_cents, discount_cents, credit_cents, waived_cents, total_cents }: Bill,
) {
  const rest = subtotal_cents - discount_cents - credit_cents;
  const cost = facts.billable_clicks * facts.cpc_cents + facts.addon_cents.reduce((sum, addon) => sum + addon, 0);
  const rules: [string, boolean][] = [
    ['above 60 dollars', total_cents > 6000],
    ['above its own cap', subtotal_cents > facts.max_cost_cents],
    ['more than it cost', subtotal_cents > cost],
    ['under 50 cents', total_cents > 0 && total_cents < 50],
    ['negative', Math.min(subtotal_cents, discount_cents, credit_cents, total_cents, rest) < 0],
    ['more credit than available', credit_cents > facts.partner_credit_cents],
    ['credit used for a waived amount', credit_cents > 0 && subtotal_cents - discount_cents < 50],
    ['a waived rest that could be charged', waived_cents >= 50],
    ['parts that don’t add up', total_cents !== rest - waived_cents],
    ['not whole cents', ![subtotal_cents, discount_cents, credit_cents, total_cents].every(Number.isInteger)],
  ];
  return rules.filter(([, isViolated]) => isViolated).map(([name]) => name);
}

function violationsOf(price: PriceFunction, size: number, seed: number) {
  return fc
    .sample(arbitraryFacts, { numRuns: size, seed })
    .map((facts) => ({ facts, violations: violatedRules(facts, price(facts)) }))
    .filter(({ violations }) => violations.length > 0);
}

/** Bill of the control: without a cap. */
const uncappedBill: PriceFunction = (facts) => {
  const total = facts.billable_clicks * facts.cpc_cents;
  return { subtotal_cents: total, discount_cents: 0, credit_cents: 0, waived_cents: 0, total_cents: total };
};

/** Returns the violations among `size` seeded inputs. */
export const pricesTrial = (size: number, seed: number) => violationsOf(billOf, size, seed);

/** Runs the control, which must be red. */
export const pricesWithoutGuard = (size: number, seed: number): ControlResult =>
  controlResult(violationsOf(uncappedBill, size, seed).length > 0);
