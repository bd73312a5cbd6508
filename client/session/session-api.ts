import { ApiError } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { partnerSessionsApi, userSessionsApi } from '#shared/api/sessions.ts';
import type { Role } from '#shared/auth.ts';
import type { Records } from './session.ts';

/** The two calls that every page makes or offers; the others come with their forms (auth-api.ts). */
const CALLS = { partner: clientFor(partnerSessionsApi, 'partner'), user: clientFor(userSessionsApi, 'user') };

export const signOut = (role: Role) => CALLS[role].signOut();

/** Null when the credentials are refused; throws when the server gave no answer. */
export async function validate<R extends Role>(role: R): Promise<Records[R] | null> {
  try {
    return await validated(role);
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Throws ApiError when the credentials are refused. */
export const validated = async <R extends Role>(role: R) => (await CALLS[role].validateToken()).data as Records[R];
