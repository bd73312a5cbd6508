import { clientFor } from '#client/api/client.ts';
import { partnerAuthApi, userAuthApi } from '#shared/api/auth.ts';
import type { AccountUpdate, Credentials, Role, SignUp } from '#shared/auth.ts';
import type { SignedInAccounts } from './session.ts';
import { validateToken } from './session-api.ts';

export type SignInBody = {
  email: string;
  password: string;
  /** The code of an authenticator app, or a recovery code; required for accounts with a second factor. */
  otp?: string;
};

const CALLS = { partner: clientFor(partnerAuthApi, 'partner'), user: clientFor(userAuthApi, 'user') };

/** Signs in through /partner-auth or /user-auth. The response's headers have the credentials (client/api/http.ts). */
export async function signIn<R extends Role>(role: R, body: SignInBody): Promise<SignedInAccounts[R]> {
  const { data } = await CALLS[role].signIn({ body });
  return role === 'user' ? await validateToken(role) : (data as SignedInAccounts[R]);
}

export const signUp = async (body: Partial<SignUp>) => (await CALLS.partner.signUp({ body: body as SignUp })).data;

export const forgotPassword = async (role: Role, body: { email: string; redirect_url: string }) =>
  (await CALLS[role].forgotPassword({ body })).message;

type NewPassword = { password: string; password_confirmation: string; otp?: string };

/** `credentials` are those of the link in the reset email. */
export async function resetPassword<R extends Role>(role: R, body: NewPassword, credentials: Credentials) {
  const { data }: { data: SignedInAccounts[Role] } = await CALLS[role].setPassword({ body, credentials });
  return data as SignedInAccounts[R];
}

export const updateAccount = async (body: Partial<AccountUpdate>) => (await CALLS.partner.update({ body })).data;

export const updateUserAccount = async (body: Partial<AccountUpdate>) => (await CALLS.user.update({ body })).data;
