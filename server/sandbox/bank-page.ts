/**
 * The bank's question, as the demo asks it: /dev/stripe/confirm. With Stripe's own keys its script shows the bank's page over
 * ours; here the payment is confirmed with what the browser brings, and the stand-in is told how its owner answered.
 */
import { type Response, Router } from 'express';
import * as z from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { bankPage } from './dev-pages.ts';
import type { SandboxStripe } from './stripe/server.ts';

const Question = z.object({
  payment_intent: z.string().regex(/^pi_\w+$/),
  payment_method: z.string().regex(/^pm_\w+$/),
  /** Where it leads back to. */
  back: z.string().regex(/^\/partners\/billing\?confirm=\d+$/),
});
const Answer = Question.extend({ outcome: z.enum(['complete', 'fail']) });

export function bankPageRoutes(
  deps: Pick<Deps, 'stripe'>,
  stripe: SandboxStripe,
  page: (res: Response, html: string) => void,
) {
  const router = Router();
  router.get('/', async (req, res) => {
    const question = Question.parse(req.query);
    const { amount } = await deps.stripe.api.paymentIntents.retrieve(question.payment_intent);
    page(res, bankPage({ ...question, amount_cents: amount }));
  });
  router.post('/', async (req, res) => {
    const { payment_intent, payment_method, back, outcome } = Answer.parse(req.body);
    // What the bank refuses is read from the payment afterwards, like everything else.
    const { status } = await deps.stripe.api.paymentIntents
      .confirm(payment_intent, { payment_method })
      .catch(() => ({ status: null }));
    if (status === 'requires_action') stripe.authenticate(payment_intent, outcome);
    await stripe.webhooks.flush();
    res.redirect(303, back);
  });
  return router;
}
