/** Stripe's webhooks: signed, seen once, in any order. */
import express, { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { badRequest } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { type HandleEvent, handleOnce } from './events.ts';
import { eventOf, type StripeEvent } from './stripe.ts';

const MAX_BYTES = 512 * 1024;

export function webhookRoutes(deps: Deps, handle: HandleEvent): Router {
  const router = Router();
  router.post('/', boundedBody(MAX_BYTES, express.raw({ type: () => true, limit: MAX_BYTES })), async (req, res) => {
    await handleOnce(deps, verified(deps, req.body as Buffer, req.get('stripe-signature')), handle);
    res.json({ received: true });
  });
  return router;
}

function verified(deps: Deps, body: Buffer, signature: string | undefined): StripeEvent {
  try {
    return eventOf(deps.stripe.api, body, signature ?? '', deps.stripe.webhookSecret, deps.now());
  } catch {
    throw badRequest('The signature is not valid.');
  }
}
