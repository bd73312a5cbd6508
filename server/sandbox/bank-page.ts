/**
 * The demo's 3-D Secure page, /dev/stripe/confirm. With real keys, Stripe's script shows the bank's page over ours;
 * here the payment is confirmed with the browser's data, and the fake Stripe is told the cardholder's answer.
 */
import { type Response, Router } from 'express';
import * as z from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { bankPage } from './dev-pages.ts';
import type { SandboxStripe } from './stripe/server.ts';

const Question = z.object({
  payment_intent: z.string().regex(/^pi_\w+$/),
  payment_method: z.string().regex(/^pm_\w+$/),
  /** The page to return to. */
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
    // A refusal by the bank is read from the payment afterwards, like every other result.
    const { status } = await deps.stripe.api.paymentIntents
      .confirm(payment_intent, { payment_method })
      .catch(() => ({ status: null }));
    if (status === 'requires_action') stripe.authenticate(payment_intent, outcome);
    await stripe.webhooks.flush();
    res.redirect(303, back);
  });
  return router;
}
