/** Proof that a change needs beside a session, which may be stolen, or beside an emailed link. */

import { type Account, accountKey } from '#server/auth/accounts.ts';
import { type Chooser, isPassword } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/strategies.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { AppError } from '#server/platform/errors.ts';
import { startAfresh, take } from '#server/platform/http/rate-limits.ts';
import { watched } from './refusals.ts';

export const chooserOf = ({ role, account: { name, uid } }: Session): Chooser => ({ role, name, email: uid });

/**
 * Allows ten wrong proofs in a quarter of an hour, apart from the count of sign-ins: guesses by strangers don't hold a session.
 * Each session has its own count. Tokens from emails share one, since opening the link again makes another token.
 */
export async function counted<T>(
  deps: Deps,
  { role, id, account, token }: Session,
  prove: () => Promise<T>,
): Promise<T> {
  const key = [accountKey(role, account.uid), token.scope === 'session' ? token.client : token.scope] as const;
  return watched(
    deps,
    async () => `${role}:${id}`,
    async () => {
      await take(deps.limits.proofs, key);
      const answer = await prove();
      await startAfresh(deps.limits.proofs, key);
      return answer;
    },
  );
}

/** Makes an error of what is wrong, each call in the shape of its own failures. */
export type Refusal = (problems: { [field: string]: string[] }) => AppError;

export async function refuseWrongPassword({ encrypted_password }: Account, typed: unknown, refusal: Refusal) {
  if (typeof typed !== 'string' || !typed) throw refusal({ current_password: ["can't be blank"] });
  if (!(await isPassword(typed, encrypted_password))) throw refusal({ current_password: ['is invalid'] });
}
