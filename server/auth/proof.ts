/** What somebody must show beside a session, which may be stolen, or beside the link of a mail. */
import type { Deps } from '#server/platform/deps.ts';
import type { AppError } from '#server/platform/errors.ts';
import { startAfresh, take } from '#server/platform/http/rate-limits.ts';
import type { Account } from './accounts.ts';
import { type Chooser, isPassword } from './passwords.ts';
import type { Session } from './strategies.ts';

export const chooserOf = ({ role, account: { name, uid } }: Session): Chooser => ({ role, name, email: uid });

/** The same count as the sign-in's: ten wrong ones in a quarter of an hour. */
export async function counted<T>(deps: Deps, { role, account }: Session, prove: () => Promise<T>): Promise<T> {
  const key = `${role}:${account.uid.toLowerCase()}`;
  await take(deps.limits.accountFailures, key);
  const answer = await prove();
  await startAfresh(deps.limits.accountFailures, key);
  return answer;
}

/** Makes an error of what is wrong, each call in the shape of its own failures. */
export type Refusal = (problems: { [field: string]: string[] }) => AppError;

export async function refuseWrongPassword({ encrypted_password }: Account, typed: unknown, refusal: Refusal) {
  if (typeof typed !== 'string' || !typed) throw refusal({ current_password: ["can't be blank"] });
  if (!(await isPassword(typed, encrypted_password))) throw refusal({ current_password: ['is invalid'] });
}
