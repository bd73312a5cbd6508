import type { QueryKey } from '@tanstack/react-query';

/** A record's query for a form, which keeps what it began with: asked anew each time, never what another screen has fetched. */
export const forEditing = <Q extends { queryKey: QueryKey }>(query: Q): Q =>
  ({ ...query, queryKey: [...query.queryKey, 'for editing'], gcTime: 0 }) as Q;
