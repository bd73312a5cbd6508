import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';

export const referralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'referrals', page],
    queryFn: () => clientFor(referralsApi, 'partner').list({ query: { page, per: RESULTS_PER_PAGE } }),
  });
