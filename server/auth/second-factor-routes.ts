import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import type { Role } from '#shared/auth.ts';
import { SecondFactorEnd, SecondFactorPassword, SecondFactorProof } from '#shared/second-factor.ts';
import { requirePartner, requireUser, sessionOf } from './guards.ts';
import { counted } from './proof.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  presentSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

/** The second factor of one's own account; guesses count like wrong passwords. */
export function secondFactorRoutes(deps: Deps, role: Role): Router {
  const router = Router();
  router.use(role === 'partner' ? requirePartner : requireUser);
  router.get('/', (_req, res) => {
    res.json({ second_factor: presentSecondFactor(sessionOf(res).account) });
  });
  router.post('/', async (req, res) => {
    const { current_password } = SecondFactorPassword.parse(bodyOf(req));
    const session = sessionOf(res);
    res.json(await counted(deps, session, () => beginSecondFactor(deps, session, current_password)));
  });
  router.post('/confirm', async (req, res) => {
    const { otp } = SecondFactorProof.parse(bodyOf(req));
    const session = sessionOf(res);
    const { account, recovery_codes } = await counted(deps, session, () => confirmSecondFactor(deps, session, otp));
    res.json({ second_factor: presentSecondFactor(account), recovery_codes });
  });
  router.post('/recovery_codes', async (req, res) => {
    const { otp } = SecondFactorProof.parse(bodyOf(req));
    const session = sessionOf(res);
    const { account, recovery_codes } = await counted(deps, session, () => renewRecoveryCodes(deps, session, otp));
    res.json({ second_factor: presentSecondFactor(account), recovery_codes });
  });
  router.post('/end', async (req, res) => {
    const proof = SecondFactorEnd.parse(bodyOf(req));
    const session = sessionOf(res);
    const account = await counted(deps, session, () => endSecondFactor(deps, session, proof));
    res.json({ second_factor: presentSecondFactor(account) });
  });
  return router;
}
