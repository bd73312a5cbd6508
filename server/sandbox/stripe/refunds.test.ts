import { expect, it } from 'vitest';
import { expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

async function createPaidCharge(amount = 1000) {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const { id, latest_charge } = await stripe.paymentIntents.create(offSession(card, amount));
  return { sandbox, stripe, card, payment_intent: id, charge: String(latest_charge) };
}

it('refunds in parts, and never more than was captured', async () => {
  const { stripe, payment_intent, charge } = await createPaidCharge(1000);
  const part = await stripe.refunds.create({
    payment_intent,
    amount: 300,
    reason: 'requested_by_customer',
    metadata: { by: 'staff' },
  });
  expect(part).toMatchObject({
    object: 'refund',
    amount: 300,
    charge,
    payment_intent,
    status: 'succeeded',
    metadata: { by: 'staff' },
  });
  const tooMuch = await expectStripeError(stripe.refunds.create({ charge, amount: 701 }));
  expect(tooMuch).toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
  });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 300, refunded: false });
  expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 700 });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    amount_captured: 1000,
    amount_refunded: 1000,
    refunded: true,
  });
  expect(await expectStripeError(stripe.refunds.create({ charge }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount)).toEqual([700, 300]);
  expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ amount: 300 });
});

it('lets one of many simultaneous refunds succeed', async () => {
  const { stripe, charge } = await createPaidCharge(1000);
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => stripe.refunds.create({ charge, amount: 600 })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 600 });
});

it('refuses to refund zero cents, an unpaid or unknown charge, or no charge at all', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe, 'pm_card_chargeCustomerFail');
  const declined = await expectStripeError(stripe.paymentIntents.create(offSession(card)));
  const payment_intent = declined.payment_intent!.id;
  expect(await expectStripeError(stripe.refunds.create({ payment_intent }))).toMatchObject({
    code: 'charge_not_refundable',
  });
  expect(await expectStripeError(stripe.refunds.create({ payment_intent, amount: 0 }))).toMatchObject({
    code: 'parameter_invalid_integer',
  });
  expect(await expectStripeError(stripe.refunds.create({ charge: 'ch_x' }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
  });
  expect(await expectStripeError(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  expect(await expectStripeError(stripe.refunds.retrieve('re_x'))).toMatchObject({ statusCode: 404 });
});

it('opens a dispute on request, after which nothing can be refunded', async () => {
  const { stripe, charge } = await createPaidCharge(1000);
  const response = await stripe.rawRequest('POST', `/v1/test_helpers/charges/${charge}/dispute`, {
    reason: 'product_not_received',
  });
  const dispute = await stripe.disputes.retrieve((response as unknown as { id: string }).id);
  expect(dispute).toMatchObject({ charge, amount: 1000, reason: 'product_not_received', status: 'needs_response' });
  expect(await expectStripeError(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' });
  expect((await stripe.events.list({ type: 'charge.dispute.created' })).data).toHaveLength(1);
});

it('returns the money when a dispute is won, and sends an event', async () => {
  const { stripe, charge } = await createPaidCharge(1000);
  const openDispute = async (body: object = {}) =>
    (await stripe.rawRequest('POST', `/v1/test_helpers/charges/${charge}/dispute`, body)) as unknown as { id: string };
  const { id } = await openDispute();
  const close = (outcome: string) => stripe.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { outcome });
  await close('won');
  expect((await stripe.disputes.retrieve(id)).status).toBe('won');
  const types = (await stripe.events.list({ type: 'charge.dispute.*' as never })).data.map(({ type }) => type);
  expect(types).toEqual([
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
  ]);
  await expect(close('lost')).rejects.toThrow(`Dispute ${id} is closed.`);
  expect(await stripe.refunds.create({ charge, amount: 400 })).toMatchObject({ status: 'succeeded' });
});

it('moves no money for an inquiry', async () => {
  const { stripe, charge } = await createPaidCharge(1000);
  const path = `/v1/test_helpers/charges/${charge}/dispute`;
  const { id } = (await stripe.rawRequest('POST', path, { inquiry: true })) as unknown as { id: string };
  expect((await stripe.disputes.retrieve(id)).status).toBe('warning_needs_response');
  expect(await stripe.refunds.create({ charge, amount: 400 })).toMatchObject({ status: 'succeeded' });
  await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, {});
  expect((await stripe.disputes.retrieve(id)).status).toBe('warning_closed');
  expect((await stripe.events.list({ type: 'charge.dispute.funds_withdrawn' })).data).toEqual([]);
});

it('reverses a refund that the bank returns', async () => {
  const { stripe, charge } = await createPaidCharge(1000);
  const { id } = await stripe.refunds.create({ charge });
  const fail = () => stripe.rawRequest('POST', `/v1/test_helpers/refunds/${id}/fail`, {});
  await fail();
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
  await expect(fail()).rejects.toThrow(`Refund ${id} has already failed.`);
});
