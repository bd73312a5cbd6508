import { type Request, Router } from 'express';
import { requirePartner, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { PartnerUnsubscription } from '#shared/auth.ts';
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
  return router;
}

/** The pages that the mails' links lead to, where there is no script: the token stands in their address. */
export function unsubscribeForms(deps: Deps): Router {
  const router = Router();
  for (const kind of ['reminder', 'recapture'] as const) {
    const leave = (req: Request) =>
      unsubscribePartner(deps, PartnerUnsubscription.parse({ token: req.query.token, kind }));
    router.post(`/partners/unsubscribe-${kind}-email`, plainForm(leave));
  }
  return router;
}
