import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { ReferralList } from '#shared/referral-records.ts';
import { REFERRAL_PARAMETER } from '#shared/referrals.ts';

/** Not parsed: the page is public, and zod would double its script. */
export const referralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'referrals', page],
    queryFn: () => call<ReferralList>('/referrals', { role: 'partner', query: { page, per: RESULTS_PER_PAGE } }),
  });

/** Tells the code's owner that somebody came; whether it is heard changes nothing for the visitor. */
export function countReferralVisit(search: string, isKnown: boolean) {
  const code = new URLSearchParams(search).get(REFERRAL_PARAMETER)?.slice(0, 40);
  if (code && !isKnown) void call('/referrals/visits', { method: 'POST', body: { code } }).catch(() => undefined);
}
