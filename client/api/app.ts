import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { PublicApi } from '#shared/public-api.ts';

/** Made once per browser tab, and once per request on the server. */
export type App = { queryClient: QueryClient; api: PublicApi };

/** What a screen's data are loaded for. */
export type LoadArgs = { params: { [name: string]: string | undefined }; url: URL };

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs the AppContext of client/Document.tsx');
  return app;
}
