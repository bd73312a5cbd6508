import { queryOptions } from '@tanstack/react-query';
import { adminApi } from '#shared/api/admin.ts';
import { clientFor } from './client.ts';

export const ADMIN = ['user', 'admin'];

/** The admin panel's lists that the caller can see. */
export const registryQuery = queryOptions({
  queryKey: [...ADMIN, 'registry'],
  queryFn: () => clientFor(adminApi, 'user').registry(),
  staleTime: 10 * 60_000,
});
