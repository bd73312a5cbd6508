import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { PartnerUnsubscription } from '#shared/auth.ts';
import { unsubscribePartner } from './unsubscribe.ts';

export function partnerRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/unsubscribe', async (req, res) => {
    await unsubscribePartner(deps, PartnerUnsubscription.parse(bodyOf(req)));
    res.json({ message: 'You will not get these mails any more.' });
  });
  return router;
}
