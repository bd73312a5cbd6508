/** Stripe's webhooks: signed, seen once, in any order. The event only says where to look; the payment itself says how it ended. */
import express, { Router } from 'express';
import { isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { withFullMessages } from '#shared/errors.ts';
import { type ChargeOutcome, eventOf, paymentIntentById } from './stripe.ts';

const MAX_BYTES = '512kb';

/** Settles the attempt that a payment's metadata names. Handed in, because settling belongs to promotions, further up. */
export type SettleAttempt = (attempt_id: number, outcome: ChargeOutcome) => Promise<void>;

export function webhookRoutes(deps: Deps, settleAttempt: SettleAttempt): Router {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: MAX_BYTES }), async (req, res) => {
    const event = verified(deps, req.body as Buffer, req.get('stripe-signature'));
    if (await isNews(deps, event)) {
      await handle(deps, event, settleAttempt);
      await deps.db.stripeEvent.update({ where: { id: event.id }, data: { processed_at: deps.now() } });
    }
    res.json({ received: true });
  });
  return router;
}

type Event = ReturnType<typeof eventOf>;

function verified(deps: Deps, body: Buffer, signature: string | undefined): Event {
  try {
    return eventOf(deps.stripe.api, body, signature ?? '', deps.stripe.webhookSecret, deps.now());
  } catch {
    throw new AppError(400, { errors: withFullMessages({ base: ['The signature is not valid.'] }) });
  }
}

/** False for an event that was handled before; one that failed half-way is handled again. */
async function isNews(deps: Deps, { id, type }: Event) {
  try {
    await deps.db.stripeEvent.create({ data: { id, type, received_at: deps.now() } });
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await deps.db.stripeEvent.findUnique({ where: { id } }))?.processed_at === null;
  }
}

async function handle(deps: Deps, event: Event, settleAttempt: SettleAttempt) {
  if (event.type !== 'payment_intent.succeeded' && event.type !== 'payment_intent.payment_failed') return;
  const { metadata, outcome } = await paymentIntentById(deps.stripe.api, event.data.object.id);
  const attempt_id = Number(metadata.attempt_id);
  const known = Number.isInteger(attempt_id) && (await deps.db.chargeAttempt.count({ where: { id: attempt_id } }));
  if (known) await settleAttempt(attempt_id, outcome);
}
