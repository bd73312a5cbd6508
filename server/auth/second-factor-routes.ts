import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { SecondFactorEnd, SecondFactorPassword, SecondFactorProof } from '#shared/admin.ts';
import { requireUser, sessionOf } from './guards.ts';
import { counted } from './proof.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  presentSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

/** A staff member's own second factor; guesses count like wrong passwords. */
export function secondFactorRoutes(deps: Deps): Router {
  const router = Router();
  router.use(requireUser);
  router.get('/', (_req, res) => {
    res.json({ second_factor: presentSecondFactor(sessionOf(res).account as never) });
  });
  router.post('/', async (req, res) => {
    const { current_password } = SecondFactorPassword.parse(bodyOf(req));
    const session = sessionOf(res);
    res.json(await counted(deps, session, () => beginSecondFactor(deps, session, current_password)));
  });
  router.post('/confirm', async (req, res) => {
    const { otp } = SecondFactorProof.parse(bodyOf(req));
    const session = sessionOf(res);
    const { user, recovery_codes } = await counted(deps, session, () => confirmSecondFactor(deps, session, otp));
    res.json({ second_factor: presentSecondFactor(user), recovery_codes });
  });
  router.post('/recovery_codes', async (req, res) => {
    const { otp } = SecondFactorProof.parse(bodyOf(req));
    const session = sessionOf(res);
    const { user, recovery_codes } = await counted(deps, session, () => renewRecoveryCodes(deps, session, otp));
    res.json({ second_factor: presentSecondFactor(user), recovery_codes });
  });
  router.post('/end', async (req, res) => {
    const proof = SecondFactorEnd.parse(bodyOf(req));
    const session = sessionOf(res);
    const user = await counted(deps, session, () => endSecondFactor(deps, session, proof));
    res.json({ second_factor: presentSecondFactor(user) });
  });
  return router;
}
