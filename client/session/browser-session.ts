import type { QueryClient } from '@tanstack/react-query';
import { clearCredentials, readCredentials } from '#client/api/credentials.ts';
import { browserStore } from '#client/api/stored.ts';
import { createSession } from './session.ts';
import { signOut, validate } from './session-api.ts';

export const createBrowserSession = (queryClient: QueryClient) =>
  createSession({
    hasCredentials: (role) => readCredentials(role) !== null,
    clearCredentials,
    validate,
    signOut,
    clearStored() {
      browserStore().clear();
      queryClient.clear();
    },
  });
