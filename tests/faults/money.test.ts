/** Payment fault tests in small runs; `npm run faults -- money` runs them at full size. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FAILPOINTS } from '#server/platform/failpoints.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { crashTrial } from './money.ts';
import { createPaymentAccounts, insertUnpaidPromotions } from './money-accounts.ts';
import { crashWithoutGuard } from './money-crash.ts';
import { planBatches } from './money-crash-cases.ts';
import { openPaymentHarness, type PaymentHarness } from './money-harness.ts';
import { racesTrial, racesWithoutGuard } from './money-races.ts';
import { pricesTrial, pricesWithoutGuard, violatedRules } from './pricing.ts';
import { webhooksTrial, webhooksWithoutGuard } from './webhooks.ts';

const SEED = 20261206;
/** With this seed, kills cover all flows and kinds. In almost all cases, Stripe fails and rolls its change back. */
const KILLS = { stopMethods: ['kill' as const], size: 17, seed: 3 };
const LONG = { timeout: 300_000 };

/** Failpoints without a crash case: cards, disputes, reconciliation, missed events, and those unrelated to money. */
const OFF_PAYMENT_PATHS = [
  /customer|setup|_cards?\./,
  /dispute/,
  /list_charges|list_recent_refunds|list_events|retrieve_charge|retrieve_refund/,
  /^(mail|book_data|promotion)\./,
];

describe('a price', () => {
  it('is never above 60 dollars and breaks no other rule', () => {
    expect(pricesTrial(5_000, SEED)).toEqual([]);
    expect(pricesWithoutGuard(1_000, SEED)).toBe('red');
  });

  it('is reported if it breaks a rule', () => {
    const terms = { billable_clicks: 500, cpc_cents: 15, addon_cents: [], max_cost_cents: 6000, discount: null };
    const facts = { ...terms, partner_credit_cents: 0 };
    const bill = { subtotal_cents: 6001, discount_cents: 0, credit_cents: 0, total_cents: 6001, waived_cents: 0 };
    expect(violatedRules(facts, bill)).toEqual(['above 60 dollars', 'above its own cap']);
    const waived = { subtotal_cents: 40, discount_cents: 0, credit_cents: 10, total_cents: 30, waived_cents: 0 };
    expect(violatedRules({ ...facts, partner_credit_cents: 5 }, waived)).toEqual([
      'under 50 cents',
      'more credit than available',
      'credit used for a waived amount',
    ]);
  });
});

describe('payments', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let harness: PaymentHarness;
  beforeAll(async () => {
    database = await createTestDatabase();
    harness = await openPaymentHarness({ databaseUrl: database.url, restart: null });
  }, LONG.timeout);
  afterAll(async () => {
    await harness.close();
    await database.drop();
  });

  it('can’t be stored above 60 dollars or under 50 cents', async () => {
    const { pool } = harness;
    const [id] = await insertUnpaidPromotions(harness, await createPaymentAccounts(harness), 1);
    const setTotal = (cents: number) =>
      pool.query('update invoices set total_cents = $2, subtotal_cents = $2 where promotion_id = $1', [id, cents]);
    await expect(setTotal(6001)).rejects.toThrow('invoices_promotion_cap');
    const insertAttempt = (cents: number) =>
      pool.query(
        `insert into charge_attempts (promotion_id, invoice_id, partner_id, credit_card_id, number, idempotency_key,
           customer_id, payment_method_id, amount_cents, requested_by, claimed_at)
         select id, invoice_id, partner_id, (select min(id) from credit_cards), 99, 'k', 'c', 'p', $2, 'system', now()
         from promotions where id = $1`,
        [id, cents],
      );
    for (const cents of [6001, 49, 0, -1000])
      await expect(insertAttempt(cents)).rejects.toThrow('charge_attempts_amount');
  });

  it('have a crash case for every failpoint on their path', () => {
    const cases = planBatches({ stopMethods: ['kill', 'restart'], size: Number.POSITIVE_INFINITY, seed: SEED }).flatMap(
      (batch) => batch.cases,
    );
    const onPaymentPaths = FAILPOINTS.filter((name) => !OFF_PAYMENT_PATHS.some((pattern) => pattern.test(name)));
    expect([...new Set(cases.map(({ point }) => point))].sort()).toEqual(onPaymentPaths.toSorted());
    expect(cases.length).toBeGreaterThan(500);
  });

  it('are neither lost nor duplicated when the server is killed at various points', LONG, async () => {
    const { crashed, unreached, violations } = await crashTrial(harness, KILLS);
    expect(violations).toEqual([]);
    expect(unreached).toEqual([]);
    expect(crashed).toBeGreaterThan(15);
  });

  it('are charged once by fifty requests to two servers, and refunded as reported to staff', LONG, async () => {
    const otherServer = await harness.start();
    onTestFinished(() => otherServer.kill());
    const { violations, statusCounts } = await racesTrial(harness, { races: 5, seed: SEED, otherServer });
    expect(violations).toEqual([]);
    // On a busy machine the fake Stripe may respond too late to the admitted call.
    expect((statusCounts['charge 200'] ?? 0) + (statusCounts['charge 503'] ?? 0)).toBeGreaterThan(0);
    expect(await racesWithoutGuard(harness, { seed: SEED, otherServer })).toBe('red');
  });

  it('match Stripe in the end, even with shuffled, repeated, and forged webhooks', LONG, async () => {
    const { n, violations } = await webhooksTrial(harness, 300, SEED);
    expect(violations).toEqual([]);
    expect(n).toBeGreaterThan(250);
    expect(await webhooksWithoutGuard(harness, SEED)).toBe('red');
  });

  it('are duplicated if idempotency keys change (control)', LONG, async () => {
    expect(await crashWithoutGuard(harness)).toBe('red');
  });
});
