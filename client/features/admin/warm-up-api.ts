import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { warmUpsApi } from '#shared/api/warm-ups.ts';

export const warmUpsClient = clientFor(warmUpsApi, 'user');

const KEY = ['user', 'warm-up'];

export const warmUpQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => warmUpsClient.list(),
});

export function useRefreshWarmUp() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}
