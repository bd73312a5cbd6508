/** The promises about money (design 5: C5, W1), small; `npm run faults -- money` runs them large. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createOwed, type Owed, SET_UP_MS } from '#server/testing/owed.ts';
import { pricing, wrongIn } from './faults/pricing.ts';
import { deliverInAnyOrder } from './faults/webhooks.ts';

const SEED = 20261206;

describe('a price (C5)', () => {
  it('is never above 60 dollars, nor anything else that it must not be', async () => {
    const { n, violations, control } = await pricing.run(5_000, SEED);
    expect([n, violations, control]).toEqual([5_000, [], 'red']);
  });

  it('that is wrong would be seen', () => {
    const facts = { billable_clicks: 500, cpc_cents: 15, addon_cents: [], max_cost_cents: 6000, discount: null };
    const given = { ...facts, partner_credit_cents: 0 };
    const bill = { subtotal_cents: 6001, discount_cents: 0, credit_cents: 0, total_cents: 6001, waived: false };
    expect(wrongIn(given, bill)).toEqual(['above 60 dollars', 'above its own cap']);
    const waived = { subtotal_cents: 40, discount_cents: 0, credit_cents: 10, total_cents: 30, waived: false };
    expect(wrongIn({ ...given, partner_credit_cents: 5 }, waived)).toEqual([
      'under 50 cents',
      'more credit than there was',
      'credit used for what is waived anyway',
    ]);
  });
});

describe('money in the database', () => {
  let server: TestServer;
  let owed: Owed[];
  beforeAll(async () => {
    server = await startTestServer();
    owed = await createOwed(server, Array(8).fill('pm_card_visa'));
  }, SET_UP_MS);
  afterAll(() => server.close());

  it('is never asked for above 60 dollars or under 50 cents, whoever writes it', async () => {
    const { pool } = server.deps;
    const [{ id }] = owed as [Owed];
    const set = (cents: number) =>
      pool.query('update invoices set total_cents = $2, subtotal_cents = $2 where promotion_id = $1', [id, cents]);
    await expect(set(6001)).rejects.toThrow('invoices_promotion_cap');
    const attempt = (cents: number) =>
      pool.query(
        `insert into charge_attempts (promotion_id, invoice_id, partner_id, credit_card_id, number, idempotency_key,
           customer_id, payment_method_id, amount_cents, requested_by, claimed_at)
         select id, invoice_id, partner_id, (select min(id) from credit_cards), 99, 'k', 'c', 'p', $2, 'system', now()
         from promotions where id = $1`,
        [id, cents],
      );
    for (const cents of [6001, 49, 0, -1000]) await expect(attempt(cents)).rejects.toThrow('charge_attempts_amount');
  });

  it('is in the end what Stripe says, whatever the webhooks do (W1)', { timeout: 60_000 }, async () => {
    const { n, violations } = await deliverInAnyOrder(server, owed, SEED);
    expect(violations).toEqual([]);
    expect(n).toBeGreaterThan(250);
  });
});
