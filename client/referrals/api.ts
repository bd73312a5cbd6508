import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { ReferralList } from '#shared/referral-records.ts';

/** Not parsed: the page is public, and zod would double its script. */
export const referralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'referrals', page],
    queryFn: () => call<ReferralList>('/referrals', { role: 'partner', query: { page, per: RESULTS_PER_PAGE } }),
  });
