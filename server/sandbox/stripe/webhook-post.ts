/** Signs events and posts them to the webhook endpoint. */
import { createHmac } from 'node:crypto';
import type { Event } from './objects.ts';

const TIMEOUT_MS = 10_000;

type PostOptions = { secret: string; now: () => Date; closing: AbortSignal };

/** Posts one event and returns the endpoint's status. */
export async function post(url: string, event: Event, { secret, now, closing }: PostOptions) {
  const payload = JSON.stringify(event, null, 2);
  const response = await fetch(url, {
    method: 'POST',
    body: payload,
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': signatureOf(payload, secret, now()),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

/** `t=<unix seconds>,v1=<hmac>` over "time.payload", as `stripe.webhooks.constructEvent` verifies it. */
function signatureOf(payload: string, secret: string, at: Date) {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
