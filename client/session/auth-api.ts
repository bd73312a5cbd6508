import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/http.ts';
import type { AccountUpdate, Credentials, Role, SignUp } from '#shared/auth.ts';
import type { Records } from './session.ts';

type Answer<R extends Role> = { data: Records[R] };

/** The calls of spec §7 under /partner-auth and /user-auth; the credentials come and go in headers (api/http.ts). */
export async function signIn<R extends Role>(role: R, body: { email: string; password: string }): Promise<Records[R]> {
  const { data } = await call<Answer<R>>(`/${role}-auth/sign_in`, { method: 'POST', role, body });
  return role === 'user' ? await validated(role) : data;
}

export const signUp = async (body: Partial<SignUp>) =>
  (await call<Answer<'partner'>>('/partner-auth', { method: 'POST', role: 'partner', body })).data;

export const forgotPassword = async (body: { email: string; redirect_url: string }) =>
  (await call<{ message: string }>('/partner-auth/password', { method: 'POST', role: 'partner', body })).message;

/** `credentials` are those of the link in the reset e-mail. */
export const resetPassword = async (
  body: { password: string; password_confirmation: string },
  credentials: Credentials,
) =>
  (await call<Answer<'partner'>>('/partner-auth/password', { method: 'PATCH', role: 'partner', body, credentials }))
    .data;

export const updateAccount = async (body: Partial<AccountUpdate>) =>
  (await call<Answer<'partner'>>('/partner-auth', { method: 'PATCH', role: 'partner', body })).data;

export const signOut = (role: Role) => call(`/${role}-auth/sign_out`, { method: 'DELETE', role });

/** Null when the credentials are refused; throws when the server gave no answer. */
export async function validate<R extends Role>(role: R): Promise<Records[R] | null> {
  try {
    return await validated(role);
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

const validated = async <R extends Role>(role: R) =>
  (await call<Answer<R>>(`/${role}-auth/validate_token`, { role })).data;
