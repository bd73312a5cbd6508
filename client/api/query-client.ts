import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The screen itself shows the error. */
      silent?: boolean;
    };
    mutationMeta: {
      silent?: boolean;
      /** Field errors are shown beside the fields: always, or when it says so of this error. */
      form?: boolean | ((error: unknown) => boolean);
      /** The notification after success. */
      success?: string;
    };
  }
}

type Reactions = {
  failed(error: unknown, options: { form: boolean }): void;
  succeeded(text: string): void;
};

/** Every read and write of the screens goes through here, so each failure is told once, in the words of spec §8. */
export function createQueryClient({ failed, succeeded }: Reactions) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.meta?.silent || failed(error, { form: false }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) =>
        mutation.meta?.silent || failed(error, { form: showsInForm(mutation.meta?.form, error) }),
      onSuccess: (_answer, _input, _context, mutation) => {
        if (mutation.meta?.success) succeeded(mutation.meta.success);
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', staleTime: 60_000, retry: retryOnce, refetchOnWindowFocus: false },
      // Without a network a call fails and is told of; otherwise it would wait in silence until there is one.
      mutations: { networkMode: 'always' },
    },
  });
}

const showsInForm = (form: boolean | ((error: unknown) => boolean) = false, error: unknown) =>
  typeof form === 'function' ? form(error) : form;

/** For what is fetched ahead: the same cache, but a failure is no news. Whoever comes to the page asks again, and is told. */
export const quietTwin = (client: QueryClient) =>
  new QueryClient({
    queryCache: client.getQueryCache(),
    defaultOptions: { queries: { ...client.getDefaultOptions().queries, meta: { silent: true } } },
  });

/** Only what may be better a second time: no answer, or the server's own failure. */
const retryOnce = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.kind === 'timeout' || error.status >= 500);
