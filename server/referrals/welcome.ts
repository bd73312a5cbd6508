/**
 * The referred partner's ten-dollar welcome credit. It is given when the first promotion is settled rather than at
 * sign-up, so that creating accounts is worthless without a promotion that was approved and sent.
 */
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import { lockCredit, makeRewardAvailable } from './credit.ts';
import { isKnownCard } from './self-referral.ts';

/**
 * Locks the partner's credit, gives the welcome credit if it's due, and returns the credit that the price may use. Call
 * it during settlement, before the price is calculated.
 */
export async function creditAtSettlement(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, referrer_id }: { id: number; referrer_id: number | null },
): Promise<number> {
  const credit = await lockCredit(tx, id);
  if (referrer_id === null || !(await tryGiveWelcomeCredit(deps, tx, { id, referrer_id }))) return credit;
  return lockCredit(tx, id);
}

/** Returns true if it gave the credit. A unique index allows it once per partner; a known card holds it for review. */
async function tryGiveWelcomeCredit(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  partner: { id: number; referrer_id: number },
): Promise<boolean> {
  const { id } = partner;
  if (await tx.promotion.count({ where: { partner_id: id, settled_at: { not: null } } })) return false;
  const [entry] = await tx.referralEntry.createManyAndReturn({
    data: {
      partner_id: id,
      referred_id: id,
      kind: 'welcome',
      amount_cents: WELCOME_CREDIT_CENTS,
      state: (await isKnownCard(tx, partner)) ? 'held' : 'pending',
      available_at: deps.now(),
      created_at: deps.now(),
    },
    skipDuplicates: true,
  });
  return entry?.state === 'pending' && makeRewardAvailable(deps, tx, entry.id);
}
