/** Blocks staff without a second factor from everything except setting one up, if the installation requires one. */
import type { RequestHandler } from 'express';
import { sessionIn } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { SECOND_FACTOR_REQUIRED } from '#shared/errors.ts';
import { hasSecondFactor } from './second-factor.ts';

/** Signing in and out, and setting up the second factor. */
const OPEN = /^\/api\/v1\/user-auth\/(sign_in|validate_token|sign_out|second_factor|second_factor\/confirm)\/?$/;

/** Answers 409 because the client signs out on 403. Runs for every call that carries a session. */
export const requireSecondFactor =
  ({ config }: Pick<Deps, 'config'>): RequestHandler =>
  (req, res, next) => {
    const session = sessionIn(res);
    if (!config.requiresStaffSecondFactor || session?.role !== 'user' || hasSecondFactor(session.account))
      return next();
    if (OPEN.test(req.originalUrl.split('?')[0]!)) return next();
    throw conflict('Set up your second factor first, under “Your account”. Everything else opens up after that.', {
      code: SECOND_FACTOR_REQUIRED,
    });
  };
