import { call } from '#client/api/http.ts';
import type { AccountUpdate, Credentials, Role, SignUp } from '#shared/auth.ts';
import type { Records } from './session.ts';
import { validated } from './session-api.ts';

type Answer<R extends Role> = { data: Records[R] };

export type SignInBody = {
  email: string;
  password: string;
  /** The code of an authenticator app, or a recovery code; staff with a second factor are asked for it. */
  otp?: string;
};

/** The calls of spec §7 for forms, under /partner-auth and /user-auth; the credentials come and go in headers (api/http.ts). */
export async function signIn<R extends Role>(role: R, body: SignInBody): Promise<Records[R]> {
  const { data } = await call<Answer<R>>(`/${role}-auth/sign_in`, { method: 'POST', role, body });
  return role === 'user' ? await validated(role) : data;
}

export const signUp = async (body: Partial<SignUp>) =>
  (await call<Answer<'partner'>>('/partner-auth', { method: 'POST', role: 'partner', body })).data;

const askForLink = (role: Role) => async (body: { email: string; redirect_url: string }) =>
  (await call<{ message: string }>(`/${role}-auth/password`, { method: 'POST', role, body })).message;
export const forgotPassword = askForLink('partner');
export const forgotUserPassword = askForLink('user');

type NewPassword = { password: string; password_confirmation: string; otp?: string };

/** `credentials` are those of the link in the reset e-mail. */
export const resetPassword = async (body: NewPassword, credentials: Credentials) =>
  (await call<Answer<'partner'>>('/partner-auth/password', { method: 'PATCH', role: 'partner', body, credentials }))
    .data;

export const resetUserPassword = async (body: NewPassword, credentials: Credentials) =>
  (await call<Answer<'user'>>('/user-auth/password', { method: 'PATCH', role: 'user', body, credentials })).data;

export const updateAccount = async (body: Partial<AccountUpdate>) =>
  (await call<Answer<'partner'>>('/partner-auth', { method: 'PATCH', role: 'partner', body })).data;

export const updateUserAccount = async (body: Partial<AccountUpdate>) =>
  (await call<Answer<'user'>>('/user-auth', { method: 'PATCH', role: 'user', body })).data;
