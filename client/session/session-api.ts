import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { clearCredentials, readCredentials } from '#client/api/credentials.ts';
import { browserStore, clearStore, tabStore } from '#client/api/stored.ts';
import { closeErrorNotices } from '#client/ui/notifications/notify.ts';
import { partnerSessionsApi, userSessionsApi } from '#shared/api/sessions.ts';
import type { Role } from '#shared/auth.ts';
import { createSession, type SignedInAccounts } from './session.ts';

/** The two calls that every page needs; the others load with their forms (auth-api.ts). */
const CALLS = { partner: clientFor(partnerSessionsApi, 'partner'), user: clientFor(userSessionsApi, 'user') };

const signOut = (role: Role) => CALLS[role].signOut();

/** Returns the signed-in account, or null if the credentials are refused. Throws any other error. */
async function validate<R extends Role>(role: R): Promise<SignedInAccounts[R] | null> {
  try {
    return await validateToken(role);
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Throws ApiError when the credentials are refused. */
export const validateToken = async <R extends Role>(role: R) =>
  (await CALLS[role].validateToken()).data as SignedInAccounts[R];

export function createBrowserSession(queryClient: QueryClient) {
  const store = browserStore();
  return createSession({
    accessToken: (role) => readCredentials(role)?.['access-token'] ?? null,
    clearCredentials,
    validate,
    signOut,
    store,
    clearStored(keptRole) {
      for (const stored of [store, tabStore()]) clearStore(stored, keptRole);
      queryClient.clear();
    },
    clearPartnerQueries: () => queryClient.removeQueries({ queryKey: ['partner'] }),
    closeErrorNotices,
  });
}
