/** Posts one event to the server as Stripe does. */
import { createHmac } from 'node:crypto';
import type { Event } from '#server/sandbox/stripe/objects.ts';
import { type PaymentHarness, post } from './money-harness.ts';

const PATH = '/api/v1/stripe/webhook';

export const deliver = (harness: PaymentHarness, event: Event) => {
  const body = JSON.stringify(event);
  return deliverSigned(harness, body, signBody(harness, body));
};

export const deliverSigned = (harness: PaymentHarness, body: string, signature: string) =>
  post(harness, PATH, { 'stripe-signature': signature }, body);

/** Signs a body as Stripe does. The server refuses signatures older than 300 seconds. */
export function signBody(
  { clock, stripe }: PaymentHarness,
  body: string,
  { ageSeconds = 0, secret = stripe.webhookSecret } = {},
) {
  const time = Math.floor(clock.now().getTime() / 1000) - ageSeconds;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
