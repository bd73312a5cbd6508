import { clientFor } from '#client/api/client.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { REFERRAL_PARAMETER } from '#shared/referrals.ts';

/**
 * Counts a visit with a code for its owner, unless the visitor has a referrer already. Ignores failures, which don't
 * affect the visitor.
 */
export function countReferralVisit(search: string, hasReferrer: boolean) {
  const code = new URLSearchParams(search).get(REFERRAL_PARAMETER)?.slice(0, 40);
  if (code && !hasReferrer)
    void clientFor(referralsApi)
      .countVisit({ body: { code } })
      .catch(() => undefined);
}
