import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { PublicApi } from '#shared/api/client.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';

/** Made once per browser tab, and once per request on the server. */
export type App = { queryClient: QueryClient; api: PublicApi };

/** What a screen's data are loaded for. */
export type LoadArgs = { params: { [name: string]: string | undefined }; url: URL };

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs the AppContext of client/app/Document.tsx');
  return app;
}

/** Every category, in the order of the newsletters. */
export const ALL_BY_POSITION = { per: MAX_PER_PAGE, sort_col: 'position', sort_dir: 'asc' };
