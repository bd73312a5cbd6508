/**
 * A referred partner's ten dollars. They are given when the first promotion is settled, not at sign-up: an account alone, however
 * many somebody makes, is worth nothing before a promotion of its own was approved, sent and clicked.
 */
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import { lockCredit, makeAvailable } from './credit.ts';
import { isKnownCard } from './self-referral.ts';

/** Call it while a promotion is settled, before its price is made. Answers the credit that the price may use, locked. */
export async function creditAtSettlement(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, referrer_id }: { id: number; referrer_id: number | null },
): Promise<number> {
  const credit = await lockCredit(tx, id);
  if (referrer_id === null || !(await welcome(deps, tx, { id, referrer_id }))) return credit;
  return lockCredit(tx, id);
}

/** True if it became credit now. The unique index gives it once per partner; a known card holds it for review. */
async function welcome(
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
  return entry?.state === 'pending' && makeAvailable(deps, tx, entry.id);
}
