/** Live check of the booking form: each rule with its result, as far as the form is filled in. */
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import type { PromotionCheckResponse, StaffPromotionCheck } from '#shared/promotions.ts';
import { RULE_CODES } from '#shared/submission-rules.ts';
import { checkEligibility, rulesOfChange } from './eligibility.ts';
import { bookingOf, eligibilityFacts } from './eligibility-facts.ts';
import { type PromotionScope, promotionById } from './queries.ts';
import { proposedChangesOf } from './reviewed.ts';

/**
 * Checks a new booking, or a change to one. Staff can check any partner's, and may choose the newsletter that closes
 * next. Throws 404 for records outside the scope.
 */
export async function checkPromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  scope: PromotionScope,
  requested: StaffPromotionCheck,
): Promise<PromotionCheckResponse> {
  const { draft, codes } = await draftOf(deps, scope, requested);
  const book = await deps.db.book.findFirst({ where: { id: draft.book_id, ...scope } });
  if (!book) throw notFound();
  const category = draft.category_id ? await deps.db.category.findUnique({ where: { id: draft.category_id } }) : null;
  const is_staff = scope.partner_id === undefined;
  const facts = await eligibilityFacts(deps.db, { now: deps.now(), book, category, draft, is_staff });
  const rules = checkEligibility(facts, codes);
  return { eligible: rules.every(({ passed }) => passed === true), rules };
}

/**
 * The draft, and the rules to check. The form for changing a promotion sends the ids of the promotion and its book, and
 * gets the rules that its PATCH checks. Any other request gets all rules.
 */
async function draftOf(
  deps: Pick<Deps, 'db'>,
  scope: PromotionScope,
  { book_id, promotion_id, ...requested }: StaffPromotionCheck,
) {
  if (promotion_id === undefined) return { draft: { ...requested, book_id: book_id! }, codes: RULE_CODES };
  const promotion = await promotionById(deps.db, promotion_id, scope);
  if (!promotion) throw notFound();
  const own_slot = bookingOf(promotion);
  // A partner's change starts from their latest terms, including those that staff haven't reviewed.
  const booking = { ...own_slot, ...(scope.partner_id === undefined ? {} : proposedChangesOf(promotion)) };
  return {
    draft: { ...booking, ...requested, promotion_id, book_id: promotion.book_id },
    codes: book_id === undefined ? RULE_CODES : rulesOfChange(booking, requested, { own_slot }),
  };
}
