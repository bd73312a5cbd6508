import type { QueryClient } from '@tanstack/react-query';

/**
 * Reloads the public pages of books and authors. Their own pages are forgotten, because loaders use even invalidated
 * data, and would redirect to the former address of a renamed one.
 */
export function refreshPublicPages(queryClient: QueryClient) {
  for (const queryKey of [['public book'], ['public author']]) queryClient.removeQueries({ queryKey });
  return Promise.all(
    [['public books'], ['public authors']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
