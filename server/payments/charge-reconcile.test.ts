/** Unfinished charges: lost jobs and lost responses. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  advanceSeconds,
  chargeAsPartner,
  createUnpaidPromotions,
  movementsAtStripe,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
  WINDOW_END,
} from '#server/testing/unpaid-promotions.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { chargeDueInvoices, reconcileCharges } from './charge-reconcile.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };

let server: TestServer;
let unpaid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(server, Array(4).fill('pm_card_visa'));
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());
afterEach(() => {
  server.stripe.faults.clear();
  server.stripe.webhooks.release();
  server.clock.set(new Date(WINDOW_END));
});

const attemptsOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.chargeAttempt.findMany({ where: { promotion_id: id }, orderBy: { number: 'asc' } });
const invoiceOf = ({ id }: UnpaidPromotion) => server.deps.db.invoice.findFirstOrThrow({ where: { promotion_id: id } });

it('looks up the payment at Stripe instead of charging again once the idempotency key may have expired', async () => {
  const promotion = unpaid.pop()!;
  server.stripe.webhooks.hold();
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  await chargeAsPartner(promotion).expect(503);
  server.clock.set(new Date(Date.parse(WINDOW_END) + 25 * HOUR_MS));
  await reconcileCharges(server.deps);
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 0 });
  expect(await attemptsOf(promotion)).toMatchObject([{ number: 1, state: 'succeeded' }]);
  expect(await invoiceOf(promotion)).toMatchObject({ status: 'paid' });
});

it('charges an invoice once if it had no charge attempt for fifteen minutes', async () => {
  const [promotion, two, three] = unpaid as [UnpaidPromotion, UnpaidPromotion, UnpaidPromotion];
  await server.deps.db.invoice.updateMany({ data: { created_at: new Date(WINDOW_END) } });
  advanceSeconds(server, 15 * 60 - 1);
  await chargeDueInvoices(server.deps);
  expect(await attemptsOf(promotion)).toEqual([]);
  advanceSeconds(server, 1);
  await Promise.all([1, 2, 3].map(() => chargeDueInvoices(server.deps)));
  for (const each of [promotion, two, three]) {
    expect(await attemptsOf(each)).toMatchObject([{ number: 1, state: 'succeeded', requested_by: 'system' }]);
    expect(await invoiceOf(each)).toMatchObject({ status: 'paid' });
    expect(movementsAtStripe(server, each)).toEqual({ charged: 1000, refunded: 0 });
  }
});
