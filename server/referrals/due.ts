/** Daily job: turns rewards into credit after thirty days, each in its own transaction. */
import type { Deps } from '#server/platform/deps.ts';
import { lockCredit, makeRewardAvailable } from './credit.ts';
import { holdSuspicious } from './self-referral.ts';

/** Returns the number of new credits. A failed one doesn't block the others and is retried the next day. */
export async function makeRewardsAvailable(deps: Pick<Deps, 'db' | 'now' | 'log'>): Promise<number> {
  const { db, now, log } = deps;
  await holdSuspicious(db, now());
  const due = await db.referralEntry.findMany({
    where: { state: 'pending', available_at: { lte: now() }, partner: { deleted_at: null } },
    select: { id: true, partner_id: true },
    orderBy: { id: 'asc' },
  });
  let rewardCount = 0;
  for (const { id, partner_id } of due) {
    const isCredited = await db
      .$transaction(async (tx) => {
        await lockCredit(tx, partner_id);
        return makeRewardAvailable(deps, tx, id);
      })
      .catch((error) => {
        log.error({ err: error, referral_entry_id: id }, 'referral reward not released');
        return false;
      });
    if (isCredited) rewardCount += 1;
  }
  return rewardCount;
}
