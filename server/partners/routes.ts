import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { partnersApi } from '#shared/api/partners.ts';
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
