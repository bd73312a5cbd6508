/** The daily look at rewards: what has waited its thirty days becomes credit, each in a transaction of its own. */
import type { Deps } from '#server/platform/deps.ts';
import { lockCredit, makeAvailable } from './credit.ts';
import { holdSuspicious } from './self-referral.ts';

/** Answers how many became credit. One that fails does not keep the others waiting; it is due again tomorrow. */
export async function makeRewardsAvailable(deps: Pick<Deps, 'db' | 'now' | 'log'>): Promise<number> {
  const { db, now, log } = deps;
  await holdSuspicious(db, now());
  const due = await db.referralEntry.findMany({
    where: { state: 'pending', available_at: { lte: now() }, partner: { deleted_at: null } },
    select: { id: true, partner_id: true },
    orderBy: { id: 'asc' },
  });
  let made = 0;
  for (const { id, partner_id } of due) {
    const isMade = await db
      .$transaction(async (tx) => {
        await lockCredit(tx, partner_id);
        return makeAvailable(deps, tx, id);
      })
      .catch((error) => {
        log.error({ err: error, referral_entry_id: id }, 'reward not made available');
        return false;
      });
    if (isMade) made += 1;
  }
  return made;
}
