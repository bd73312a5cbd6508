/**
 * 3-D Secure: the page on which the cardholder completes or fails the authentication, and a function that does the
 * same.
 */
import { type Request, type Response, Router } from 'express';
import { invalidRequest, noSuch, StripeFailure } from './errors.ts';
import { errorOutcome } from './execute.ts';
import { AUTHENTICATION_PATH } from './intents.ts';
import type { PaymentIntent, SetupIntent } from './objects.ts';
import { authenticatePayment } from './payments.ts';
import type { Recorder } from './recorder.ts';
import { authenticateSetup } from './setups.ts';
import type { State } from './state.ts';
import { beginWork, type UnitOfWork } from './work.ts';

export type AuthenticationOutcome = 'complete' | 'fail';
type Intent = PaymentIntent | SetupIntent;

type Parts = { state: State; now: () => Date; record: Recorder };

/** Completes or fails an intent's pending authentication; throws if there is none. */
export function authenticate({ state, now, record }: Parts, id: string, outcome: AuthenticationOutcome): Intent {
  const intent = intentOf(state, id);
  if (intent.status !== 'requires_action') throw invalidRequest(`The intent ${id} isn’t waiting for authentication.`);
  const work = beginWork(state, now(), { id: null, idempotency_key: null });
  const { status, changes, thrown } = finish(work, structuredClone(intent), outcome);
  if (thrown) throw thrown;
  record({ kind: 'authentication', path: id, status }, changes);
  return intentOf(state, id);
}

function finish(work: UnitOfWork, intent: Intent, outcome: AuthenticationOutcome) {
  try {
    if (intent.object === 'setup_intent') authenticateSetup(work, intent, outcome);
    else authenticatePayment(work, intent, outcome);
    return { status: 200, changes: work.changes, thrown: undefined };
  } catch (failure) {
    return errorOutcome(work, failure);
  }
}

function intentOf(state: State, id: string): Intent {
  const intent = state.find('payment_intents', id) ?? state.find('setup_intents', id);
  if (!intent) throw noSuch('intent', id);
  return intent;
}

export function createAuthenticationPages(parts: Parts): Router {
  const router = Router();
  router.get(`${AUTHENTICATION_PATH}/:id`, (req, res) =>
    withErrorPage(res, () => sendChallenge(res, findPending(parts.state, req))),
  );
  router.post(`${AUTHENTICATION_PATH}/:id`, (req, res) =>
    withErrorPage(res, () => {
      const { id, next_action } = findPending(parts.state, req);
      const outcome = (req.body as { outcome?: unknown } | undefined)?.outcome === 'complete' ? 'complete' : 'fail';
      redirectBack(res, authenticate(parts, id, outcome), next_action?.redirect_to_url.return_url ?? null);
    }),
  );
  return router;
}

function withErrorPage(res: Response, page: () => void) {
  try {
    page();
  } catch (failure) {
    if (!(failure instanceof StripeFailure)) throw failure;
    sendPage(
      res.status(failure.status),
      'Nothing to authenticate',
      '<p>This authentication has ended or doesn’t exist.</p>',
    );
  }
}

function findPending(state: State, req: Request): Intent {
  const intent = intentOf(state, String(req.params.id));
  if (intent.client_secret !== req.query.client_secret || intent.status !== 'requires_action')
    throw noSuch('intent', intent.id);
  return intent;
}

function sendChallenge(res: Response, intent: Intent) {
  const action =
    intent.object === 'payment_intent'
      ? `A payment of $${(intent.amount / 100).toFixed(2)}`
      : 'Saving your card for later payments';
  sendPage(
    res,
    '3-D Secure test page',
    `<p>${action} needs your bank's authentication. This is a test: choose how it ends.</p>
<form method="post">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>`,
  );
}

/** Redirects to the merchant with the parameters that Stripe appends or, without a return URL, shows a message. */
function redirectBack(res: Response, { id, object, client_secret, status }: Intent, return_url: string | null) {
  const isSuccess = status === 'succeeded';
  if (!return_url || !URL.canParse(return_url)) {
    const text = isSuccess ? 'Authenticated.' : 'Not authenticated.';
    return sendPage(res, text, `<p>${text} You can close this window.</p>`);
  }
  const url = new URL(return_url);
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, client_secret);
  url.searchParams.set('redirect_status', isSuccess ? 'succeeded' : 'failed');
  res.redirect(303, url.href);
}

const sendPage = (res: Response, title: string, body: string) =>
  res
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`,
    );
