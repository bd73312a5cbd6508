/** Partners' proposed changes that staff can't accept as they are. */
import { findCategoryDiscounts } from '#server/discounts/service.ts';
import type { Database } from '#server/platform/database.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { parseDate } from '#shared/dates.ts';
import type { RuleCode } from '#shared/submission-rules.ts';
import { currentTerms, requestedTerms } from './edit.ts';
import { checkEligibility, rulesOfChange } from './eligibility.ts';
import { bookingOf, eligibilityFactsOfAll } from './eligibility-facts.ts';
import type { PromotionRow } from './queries.ts';
import { hasNewRating, proposedChangesOf } from './reviewed.ts';
import { endsTooEarly } from './submit.ts';

/**
 * The promotions whose changes `acceptChanges` would refuse now, with the submission rules that the proposed version
 * fails. The list is empty if the reason isn't a rule: the deal's end, the discount's category, or a taken top spot.
 */
export async function unacceptableChanges(
  db: Database,
  now: Date,
  promotions: readonly PromotionRow[],
): Promise<ReadonlyMap<number, RuleCode[]>> {
  const changes = promotions.map((promotion) => ({
    promotion,
    terms: requestedTerms(promotion, proposedChangesOf(promotion), { from: currentTerms(promotion), is_staff: true }),
  }));
  const categories = await db.category.findMany({
    where: { id: { in: changes.map(({ terms }) => terms.category_id) } },
  });
  const candidates = changes.map(({ promotion, terms }) => ({
    book: promotion.book,
    category: categories.find(({ id }) => id === terms.category_id) ?? null,
    draft: { ...terms, promotion_id: promotion.id },
  }));
  const facts = await eligibilityFactsOfAll(db, { now, is_staff: true }, candidates);
  const discounts = await findCategoryDiscounts(
    db,
    promotions.map(({ id }) => id),
  );
  const taken = await takenTopSpots(db, changes);
  return new Map(
    changes.flatMap(({ promotion, terms }, index) => {
      const codes = rulesOfChange(bookingOf(promotion), terms, { has_new_rating: hasNewRating(promotion) });
      const failed = checkEligibility(facts[index]!, codes)
        .filter(({ passed }) => passed === false)
        .map(({ code }) => code);
      const isRefused =
        failed.length > 0 ||
        endsTooEarly(terms) ||
        taken.has(promotion.id) ||
        (terms.category_id !== promotion.category_id &&
          discounts.some(
            ({ promotion_id, discount }) => promotion_id === promotion.id && discount.category_id !== terms.category_id,
          ));
      return isRefused ? [[promotion.id, failed] as const] : [];
    }),
  );
}

type Change = { promotion: PromotionRow; terms: { requested_date: string; category_id: number } };

/** Promotions whose top spot is already taken in the proposed category. */
async function takenTopSpots(db: Database, changes: readonly Change[]): Promise<ReadonlySet<number>> {
  const moved = changes.filter(
    ({ promotion, terms }) =>
      terms.category_id !== promotion.category_id &&
      promotion.addons.some(({ addon, state }) => addon.name === TOP_OF_NEWSLETTER && state !== 'released'),
  );
  if (!moved.length) return new Set();
  const slots = moved.map(({ terms }) => ({ date: parseDate(terms.requested_date), category_id: terms.category_id }));
  const spots = await db.promotionAddon.findMany({
    where: { OR: slots, addon: { name: TOP_OF_NEWSLETTER }, state: { in: ['held', 'confirmed'] } },
  });
  return new Set(
    moved
      .filter(({ terms: { requested_date, category_id } }) =>
        spots.some(
          (spot) => spot.category_id === category_id && spot.date.getTime() === parseDate(requested_date).getTime(),
        ),
      )
      .map(({ promotion }) => promotion.id),
  );
}
