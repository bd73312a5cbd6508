import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { PublicApi } from '#shared/api/client.ts';

/** Created once per browser tab, and once per request on the server. */
export type App = { queryClient: QueryClient; api: PublicApi };

/** The route parameters and the URL of the screen whose data is loaded. */
export type LoadArgs = { params: { [name: string]: string | undefined }; url: URL };

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs the AppContext of client/app/Document.tsx');
  return app;
}
