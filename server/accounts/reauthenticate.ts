/**
 * Proof of identity that a change requires besides a session (which may be stolen) or an emailed link. See
 * docs/decisions/0058-a-session-is-not-enough.md.
 */

import { type Account, accountKey } from '#server/auth/accounts.ts';
import { isPassword, type PasswordOwner } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/strategies.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { AppError } from '#server/platform/errors.ts';
import { consume, resetLimit } from '#server/platform/http/rate-limits.ts';
import { recordRefusals } from './refusal-events.ts';

export const passwordOwnerOf = ({ role, account: { name, uid } }: Session): PasswordOwner => ({
  role,
  name,
  email: uid,
});

/**
 * Allows ten wrong proofs per 15 minutes, counted separately from sign-ins so that guesses by strangers can't block a
 * session. Each session has its own count. Tokens from emails share one per account, because opening the link again
 * creates another token.
 */
export async function limitProofs<T>(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'limits'>,
  { role, id, account, token }: Session,
  prove: () => Promise<T>,
): Promise<T> {
  const key = [accountKey(role, account.uid), token.scope === 'session' ? token.client : token.scope] as const;
  return recordRefusals(
    deps,
    async () => `${role}:${id}`,
    async () => {
      await consume(deps.limits.proofs, key);
      const result = await prove();
      await resetLimit(deps.limits.proofs, key);
      return result;
    },
  );
}

/** Builds the error for a set of field problems, in the shape that the route's failures use. */
export type RefusalFactory = (problems: { [field: string]: string[] }) => AppError;

export async function refuseWrongPassword({ encrypted_password }: Account, password: unknown, refusal: RefusalFactory) {
  if (typeof password !== 'string' || !password) throw refusal({ current_password: ["can't be blank"] });
  if (!(await isPassword(password, encrypted_password))) throw refusal({ current_password: ['is invalid'] });
}
