import { type Request, Router } from 'express';
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { partnersApi } from '#shared/api/partners.ts';
import { EmailVerificationProof, PartnerUnsubscription } from '#shared/auth.ts';
import { resendVerification, verificationOf, verifyEmail } from './email-verification.ts';
import { exportPartner } from './export.ts';
import { unsubscribePartner } from './unsubscribe.ts';

export const partnerRoutes = (deps: Deps) =>
  implement(partnersApi, {
    unsubscribe: async ({ body }) => {
      await unsubscribePartner(deps, body);
      return { message: 'You won’t get these emails anymore.' };
    },
    export: async ({ by, res }) => {
      res.attachment('deckle-partner.json');
      return exportPartner(deps, by.id);
    },
    emailVerification: async ({ by }) => ({ email_verification: await verificationOf(deps, by.id) }),
    resendVerification: async ({ by }) => ({ email_verification: await resendVerification(deps, by.id) }),
    verifyEmail: async ({ body }) => {
      await verifyEmail(deps, body.token);
      return { message: 'Your address is verified.' };
    },
  });

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
