/**
 * The demo's 3-D Secure page, /dev/stripe/confirm. With real keys, Stripe's script shows the bank's page over ours;
 * here the payment is confirmed with the data from the browser, and the fake Stripe gets the cardholder's choice.
 */
import { type Response, Router } from 'express';
import * as z from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { bankPage } from './dev-pages.ts';
import type { SandboxStripe } from './stripe/server.ts';

const Confirmation = z.object({
  payment_intent: z.string().regex(/^pi_\w+$/),
  payment_method: z.string().regex(/^pm_\w+$/),
  /** The page to return to. */
  back: z.string().regex(/^\/partners\/billing\?confirm=\d+$/),
});
const ConfirmationResult = Confirmation.extend({ outcome: z.enum(['complete', 'fail']) });

export function bankPageRoutes(
  deps: Pick<Deps, 'stripe'>,
  stripe: SandboxStripe,
  sendPage: (res: Response, html: string) => void,
) {
  const router = Router();
  router.get('/', async (req, res) => {
    const confirmation = Confirmation.parse(req.query);
    const { amount } = await deps.stripe.api.paymentIntents.retrieve(confirmation.payment_intent);
    sendPage(res, bankPage({ ...confirmation, amount_cents: amount }));
  });
  router.post('/', async (req, res) => {
    const { payment_intent, payment_method, back, outcome } = ConfirmationResult.parse(req.body);
    // A decline by the bank is read from the payment afterward, like every other result.
    const { status } = await deps.stripe.api.paymentIntents
      .confirm(payment_intent, { payment_method })
      .catch(() => ({ status: null }));
    if (status === 'requires_action') stripe.authenticate(payment_intent, outcome);
    await stripe.webhooks.flush();
    res.redirect(303, back);
  });
  return router;
}
