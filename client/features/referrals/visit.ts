import { clientFor } from '#client/api/client.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { REFERRAL_PARAMETER } from '#shared/referrals.ts';

/** Counts a visit for the code's owner. Failures are ignored, since they don't affect the visitor. */
export function countReferralVisit(search: string, isKnown: boolean) {
  const code = new URLSearchParams(search).get(REFERRAL_PARAMETER)?.slice(0, 40);
  if (code && !isKnown)
    void clientFor(referralsApi)
      .countVisit({ body: { code } })
      .catch(() => undefined);
}
