import { type Request, Router } from 'express';
import { requirePartner, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { EmailVerificationProof, PartnerUnsubscription } from '#shared/auth.ts';
import { resendVerification, verificationOf, verifyEmail } from './email-verification.ts';
import { exportPartner } from './export.ts';
import { unsubscribePartner } from './unsubscribe.ts';

export function partnerRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/unsubscribe', async (req, res) => {
    await unsubscribePartner(deps, PartnerUnsubscription.parse(bodyOf(req)));
    res.json({ message: 'You will not get these mails any more.' });
  });
  router.get('/export', requirePartner, async (_req, res) => {
    res.attachment('deckle-partner.json').json(await exportPartner(deps, sessionOf(res).id));
  });
  router.get('/email_verification', requirePartner, async (_req, res) => {
    res.json({ email_verification: await verificationOf(deps, sessionOf(res).id) });
  });
  router.post('/email_verification', requirePartner, async (_req, res) => {
    res.json({ email_verification: await resendVerification(deps, sessionOf(res).id) });
  });
  router.post('/verify_email', async (req, res) => {
    await verifyEmail(deps, EmailVerificationProof.parse(bodyOf(req)).token);
    res.json({ message: 'Your address is verified.' });
  });
  return router;
}

/** The pages that the mails' links lead to, where there is no script: the token stands in their address. */
export function partnerForms(deps: Deps): Router {
  const router = Router();
  for (const kind of ['reminder', 'recapture'] as const) {
    const leave = (req: Request) =>
      unsubscribePartner(deps, PartnerUnsubscription.parse({ token: req.query.token, kind }));
    router.post(`/partners/unsubscribe-${kind}-email`, plainForm(leave));
  }
  const verify = (req: Request) => verifyEmail(deps, EmailVerificationProof.parse(req.query).token);
  router.post('/partners/verify-email', plainForm(verify));
  return router;
}
