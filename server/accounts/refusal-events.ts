/** Security events for refused attempts: sign-in, proofs of identity, and calls that the caller may not make. */
import type { ErrorRequestHandler } from 'express';
import type { SecurityEventKind } from '#prisma';
import { accountsOf } from '#server/auth/accounts.ts';
import { callerIn, sessionIn } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, isRightMissing } from '#server/platform/errors.ts';
import { loggedPath } from '#server/platform/http/request-log.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import type { Role } from '#shared/auth.ts';
import { badCredentials } from './auth-errors.ts';

/** Runs `attempt`, and rethrows its errors. Calls `actorOf` only to record a wrong guess or a throttled attempt. */
export async function recordRefusals<T>(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics'>,
  actorOf: () => Promise<string>,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const kind = error instanceof AppError ? kindOf(error) : null;
    if (kind) await record(deps, kind, actorOf());
    throw error;
  }
}

/** Returns 'partner:17' for the account with that address, or '' if there is none. */
export async function actorWithAddress(deps: Pick<Deps, 'db'>, role: Role, email: string) {
  const account = email.includes('\0') ? null : await accountsOf(deps.db, role).find(email.trim());
  return account ? `${role}:${account.id}` : '';
}

const [WRONG_PASSWORD] = (badCredentials().body as { errors: string[] }).errors;

function kindOf({ status, body }: AppError): SecurityEventKind | null {
  const { code, errors } = body as {
    code?: string;
    errors?: string[] & { otp?: string[]; current_password?: string[] };
  };
  if (status === 429) return 'throttled';
  if (code === 'otp_invalid' || isWrong(errors?.otp)) return 'second_factor_failed';
  if (isWrong(errors?.current_password)) return 'proof_failed';
  return errors?.[0] === WRONG_PASSWORD ? 'sign_in_failed' : null;
}

/** True for a wrong value; a blank field isn't a guess. */
const isWrong = (messages?: string[]) => messages !== undefined && !messages.includes("can't be blank");

/**
 * Records that a caller lacked a right, made a call of the other role, or requested someone else's record. Someone
 * else's record gets the same 404 as a missing one, so stale links are recorded, too. Only many events from one account
 * in one minute are suspicious.
 */
export const recordRefusedAccess =
  (deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics'>): ErrorRequestHandler =>
  async (thrown, req, res, next) => {
    const caller = callerIn(res);
    if (caller && thrown instanceof AppError && isRefusedAccess(thrown, req.route?.path)) {
      const detail = `${req.method} ${loggedPath(req.originalUrl)}`;
      const viewer_id = sessionIn(res)?.token.viewer_id;
      await record(deps, 'access_refused', viewer_id ? `user:${viewer_id}` : `${caller.role}:${caller.id}`, detail);
    }
    next(thrown);
  };

const isRefusedAccess = (error: AppError, route: unknown) =>
  error.status === 403 || isRightMissing(error) || (error.status === 404 && NAMES_RECORD.test(String(route)));

/** An ASIN at a store is nobody's record. */
const NAMES_RECORD = /:(?!asin\b)/;

/** Logs a failed lookup or write instead of throwing: the response must not depend on the security log. */
async function record(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics'>,
  kind: SecurityEventKind,
  actor: string | Promise<string>,
  detail = '',
) {
  try {
    await recordSecurityEvent(deps, deps.db, { kind, actor: await actor, detail });
  } catch (error) {
    deps.log.error({ err: error, kind }, 'security event not recorded');
  }
}
