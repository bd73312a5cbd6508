import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

type Setting = boolean | ((error: unknown) => boolean);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True if failures cause no notification: the screen shows them itself, or can do without the data. */
      silent?: boolean;
    };
    mutationMeta: {
      /** True if the caller shows the error itself; a function decides by the error. */
      silent?: Setting;
      /** True if the form shows the field errors itself; a function decides by the error. */
      form?: Setting;
      /** The notification after success. */
      success?: string;
    };
  }
}

type Notifier = {
  notifyFailure(error: unknown, options: { form: boolean | undefined }): void;
  notifySuccess(text: string): void;
};

/**
 * Creates the client for the screens' reads and writes, so that each failure is shown once and in the same words.
 */
export function createQueryClient({ notifyFailure, notifySuccess }: Notifier) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => meta?.silent || notifyFailure(error, { form: false }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta }) =>
        applies(meta?.silent, error) || notifyFailure(error, { form: applies(meta?.form, error) }),
      onSuccess: (_data, _input, _context, { meta }) => {
        if (meta?.success) notifySuccess(meta.success);
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', staleTime: 60_000, retry: retryOnce, refetchOnWindowFocus: false },
      // Without a network, calls fail visibly. By default, they'd silently wait for one.
      mutations: { networkMode: 'always' },
    },
  });
}

const applies = (setting: Setting | undefined, error: unknown) =>
  typeof setting === 'function' ? setting(error) : setting;

/** Creates a client that prefetches into the same cache without showing failures, because the page fetches again. */
export const createSilentClient = (client: QueryClient) =>
  new QueryClient({
    queryCache: client.getQueryCache(),
    defaultOptions: { queries: { ...client.getDefaultOptions().queries, meta: { silent: true } } },
  });

/** Retries only failures that may be temporary: a timeout or a 5xx. */
const retryOnce = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.kind === 'timeout' || error.status >= 500);
