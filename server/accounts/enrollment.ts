/**
 * Stops staff from doing anything else until they set up a second factor, if the installation requires one. See
 * docs/decisions/0060-second-factor-behind-one-guard.md.
 */
import type { RequestHandler } from 'express';
import { callerIn } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { SECOND_FACTOR_REQUIRED } from '#shared/errors.ts';
import { hasSecondFactor } from './second-factor.ts';

/** Signing in and out, validating the token, and setting up the second factor. */
const ALLOWED_PATHS =
  /^\/api\/v1\/user-auth\/(sign_in|validate_token|sign_out|second_factor|second_factor\/confirm)\/?$/;

/** Refuses with 409, because the client signs out on 403. Runs for every call that carries a session or an API key. */
export const requireSecondFactor =
  ({ config }: Pick<Deps, 'config'>): RequestHandler =>
  (req, res, next) => {
    const caller = callerIn(res);
    if (!config.requiresStaffSecondFactor || caller?.role !== 'user' || hasSecondFactor(caller.account)) return next();
    if (ALLOWED_PATHS.test(req.originalUrl.split('?')[0]!)) return next();
    throw conflict('Set up two-factor authentication under “Your account” to continue.', {
      code: SECOND_FACTOR_REQUIRED,
    });
  };
