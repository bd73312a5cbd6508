import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#shared/public-api.ts';

export const authorQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['public author', id], queryFn: () => api.author(id) });
