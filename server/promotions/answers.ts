/** API responses with a promotion, for partners and staff. */
import { promotionToday, vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import type { Role } from '#shared/auth.ts';
import { presentPromotion } from './presenter.ts';
import { type PromotionRow, promotionById } from './queries.ts';

/** Joins included in an action's response. */
export const SHOWN = ['book', 'category', 'discount', 'partner', 'stripe_errors'];

export type Caller = { role: Role; id: number; is_admin: boolean };

export function promotionAnswers(deps: Pick<Deps, 'db' | 'now'>) {
  const shownTo = async (by: Caller, joins: readonly string[]) => ({
    ...{ by, promotion_today: promotionToday(deps.now()), joins },
    today: vancouver(deps.now()).date,
    open_dates: await openDates(deps.db, deps.now()),
  });
  const answer = async (by: Caller, promotion: PromotionRow, joins: readonly string[] = SHOWN) => ({
    promotion: presentPromotion(promotion, await shownTo(by, joins)),
  });
  const own = async (by: Caller, id: number, joins: readonly string[] = []) => {
    const promotion = await promotionById(deps.db, id, ownedBy(by), joins);
    if (!promotion) throw missing();
    return promotion;
  };
  return { shownTo, answer, own };
}
