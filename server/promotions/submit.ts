/**
 * Submits a promotion, or those of a series: checks the rules, freezes price, cap, and add-on price, reserves the
 * discount, and holds the add-on.
 */

import type { Book, Category } from '#prisma';
import { holdAddons } from '#server/addons/service.ts';
import { reserveDiscount } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { inSavepoint, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, invalid } from '#server/platform/errors.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { cpcOf } from '#shared/categories.ts';
import { parseDate } from '#shared/dates.ts';
import { maximumCost } from '#shared/promotion-cost.ts';
import type { PromotionInput, SeriesInput } from '#shared/promotions.ts';
import { REASONS } from '#shared/reasons.ts';
import { RULE_CODES, type RuleCode } from '#shared/submission-rules.ts';
import { alternateProblems, checkEligibility, eligibilityErrors } from './eligibility.ts';
import { type Draft, eligibilityFacts } from './eligibility-facts.ts';
import { type PromotionRow, promotionById } from './queries.ts';
import { emailFacts } from './reviewed.ts';
import { lockBookings, recordEvent } from './transition.ts';

type SubmitDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config'>;

export async function submitPromotion(
  deps: SubmitDeps,
  partner_id: number,
  input: PromotionInput,
): Promise<PromotionRow> {
  return deps.db.$transaction(async (tx) => {
    await lockBookings(tx, partner_id);
    return submit(deps, tx, partner_id, input);
  });
}

/** Submits in an open transaction that has locked the partner's bookings. `codes` are the rules to check. */
export async function submit(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  partner_id: number,
  input: PromotionInput,
  codes: readonly RuleCode[] = RULE_CODES,
): Promise<PromotionRow> {
  const { book, category } = await findBookAndCategory(tx, partner_id, input);
  refuseInvalidDates(input);
  await refuseIneligible(deps, tx, { book, category, draft: input, alternates: input.alternate_dates, codes });
  const { id } = await tx.promotion.create({
    data: { ...columnsOf(input, book, category), created_at: deps.now() },
  });
  await holdAddons(tx, { promotion_id: id, addon_ids: input.addon_ids, date: input.requested_date, category });
  if (input.discount_code) {
    const use = {
      code: input.discount_code,
      partner_id,
      book_id: book.id,
      category_id: category.id,
      promotion_id: id,
    };
    const { id: discount_id } = await reserveDiscount(tx, deps.now(), use);
    await tx.promotion.update({ where: { id }, data: { discount_id } });
  }
  const promotion = (await promotionById(tx, id, {}, ['book', 'category', 'discount', 'partner']))!;
  const actor = { role: 'partner', id: partner_id } as const;
  await recordEvent(deps, tx, { action: 'submit', actor, before: null, after: promotion });
  const props = { ...emailFacts(deps, promotion), ...maximumCost(promotion) };
  await enqueueEmail(deps, tx, { ...toPartner(promotion.partner!), template: 'promotion_submitted', props });
  await failpoint('promotion.submitting');
  return promotion;
}

type Problems = { [field: string]: string[] };

/** Thrown to roll back the transaction of a dry run; carries its result. */
class CheckedSeries extends Error {
  readonly problems: Problems;
  constructor(problems: Problems) {
    super();
    this.problems = problems;
  }
}

/**
 * Submits a promotion for each of several books of a series, all or none
 * (docs/decisions/0137-submit-a-series-in-one-transaction.md). Each sees the ones before it, so the rules also apply
 * among them. The errors of all are reported together.
 */
export async function submitSeries(
  deps: SubmitDeps,
  partner_id: number,
  { promotions, dry_run }: SeriesInput,
): Promise<{ submitted: PromotionRow[]; problems: Problems }> {
  try {
    const submitted = await deps.db.$transaction(async (tx) => {
      await lockBookings(tx, partner_id);
      await refuseUnlessOneSeries(tx, partner_id, promotions);
      const rows: PromotionRow[] = [];
      const problems: Problems = {};
      const codes: string[] = [];
      for (const [index, input] of promotions.entries()) {
        try {
          rows.push(await inSavepoint(tx, () => submit(deps, tx, partner_id, input)));
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          const body = error.body as { errors: Problems; codes?: string[] };
          addProblems(problems, body.errors, index);
          codes.push(...(body.codes ?? []));
          await bookForChecks(deps, tx, partner_id, input);
        }
      }
      if (dry_run) throw new CheckedSeries(problems);
      const refusing = RULE_CODES.filter((code) => codes.includes(code));
      if (Object.keys(problems).length) throw invalid(problems, refusing.length ? { codes: refusing } : {});
      return rows;
    });
    return { submitted, problems: {} };
  } catch (error) {
    if (error instanceof CheckedSeries) return { submitted: [], problems: error.problems };
    throw error;
  }
}

/** Adds the errors of one promotion. Those about the partner are the same for all, so they're added once. */
function addProblems(problems: Problems, errors: Problems, index: number) {
  for (const [field, messages] of Object.entries(errors)) {
    if (field === 'full_messages') continue;
    const ofPartner = messages.filter((message) => PARTNER_MESSAGES.has(message));
    const ofPromotion = messages.filter((message) => !PARTNER_MESSAGES.has(message));
    if (ofPromotion.length) problems[`promotions.${index}.${field}`] = ofPromotion;
    if (ofPartner.length) problems.base = [...new Set([...(problems.base ?? []), ...ofPartner])];
  }
}

const PARTNER_RULES: readonly RuleCode[] = ['no_card', 'unpaid_promotion', 'open_dispute'];
const PARTNER_MESSAGES: ReadonlySet<string> = new Set(PARTNER_RULES.map((code) => REASONS[code].explanation));

/** Books a refused promotion without checking rules, to check the next ones against it. The transaction rolls back. */
async function bookForChecks(deps: SubmitDeps, tx: Tx, partner_id: number, input: PromotionInput) {
  const { requested_date, deal_ends_on } = input;
  const lastDay = deal_ends_on > requested_date ? deal_ends_on : requested_date;
  const booking = { ...input, addon_ids: [], alternate_dates: [], deal_ends_on: lastDay };
  try {
    await inSavepoint(tx, () => submit(deps, tx, partner_id, booking, []));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

async function refuseUnlessOneSeries(tx: Tx, partner_id: number, promotions: readonly PromotionInput[]) {
  const ids = [...new Set(promotions.map(({ book_id }) => book_id))];
  const books = await tx.book.findMany({ where: { id: { in: ids }, partner_id } });
  const series = new Set(
    books.map((book) => book.series && book.author_id && `${book.author_id} ${book.series.toLowerCase()}`),
  );
  const [only] = series;
  if (books.length < promotions.length || series.size !== 1 || !only)
    throw invalid({ base: ['Choose two or more books from the same series by the same author, each only once.'] });
}

type Submission = {
  book: Book;
  category: Category;
  draft: Draft;
  /** Alternates to check; they must satisfy the rules about the date, but need no free slot. */
  alternates: readonly string[];
  /** The rules to check; defaults to all. */
  codes?: readonly RuleCode[];
  is_staff?: boolean;
};

export async function refuseIneligible(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { book, category, draft, alternates, codes, is_staff = false }: Submission,
) {
  const facts = await eligibilityFacts(tx, { now: deps.now(), book, category, draft, is_staff });
  const results = checkEligibility(facts, codes);
  const others = alternateProblems(facts, alternates);
  const broken = [...results.filter(({ passed }) => passed === false), ...others.problems].map(({ code }) => code);
  const refusing = RULE_CODES.filter((code) => broken.includes(code));
  const errors = { ...eligibilityErrors(results), ...others.errors };
  if (refusing.length) throw invalid(errors, { codes: refusing });
}

type Dates = Pick<PromotionInput, 'requested_date' | 'alternate_dates' | 'deal_ends_on'>;

/** True if the deal ends before the last of the promotion's dates. */
export const endsTooEarly = ({ requested_date, alternate_dates, deal_ends_on }: Dates) =>
  deal_ends_on < [requested_date, ...alternate_dates].sort().at(-1)!;

/** Refuses a deal that ends before the last of the promotion's dates, and repeated dates. */
export function refuseInvalidDates({ requested_date, alternate_dates, deal_ends_on }: Dates) {
  if (endsTooEarly({ requested_date, alternate_dates, deal_ends_on })) {
    throw invalid({
      deal_ends_on: ['The deal must still be running on the newsletter date and every alternative date.'],
    });
  }
  if (new Set([requested_date, ...alternate_dates]).size !== alternate_dates.length + 1) {
    throw invalid({ alternate_dates: ['must be different from each other and from the newsletter date'] });
  }
}

export async function findBookAndCategory(
  tx: Tx,
  partner_id: number,
  { book_id, category_id }: { book_id: number; category_id: number },
) {
  // Locked, so that it isn't archived while it is being booked.
  await tx.$queryRaw`select id from books where id = ${book_id} for share`;
  const book = await tx.book.findFirst({ where: { id: book_id, partner_id, status: 'active' } });
  if (!book) throw invalid({ book_id: ['is not one of your active books'] });
  const category = await tx.category.findUnique({ where: { id: category_id } });
  if (!category) throw invalid({ category_id: ['is not a category'] });
  return { book, category };
}

export const priceTypeOf = (salePriceCents: number) => (salePriceCents === 0 ? 'free' : 'discounted');

const columnsOf = (input: PromotionInput, book: Book, category: Category) => ({
  partner_id: book.partner_id,
  book_id: book.id,
  category_id: category.id,
  requested_date: parseDate(input.requested_date),
  alternate_dates: input.alternate_dates.map(parseDate),
  deal_ends_on: parseDate(input.deal_ends_on),
  current_price_cents: input.current_price_cents,
  sale_price_cents: input.sale_price_cents,
  price_type: priceTypeOf(input.sale_price_cents) as 'free' | 'discounted',
  partner_note: input.partner_note ?? null,
  blurb_override: input.blurb_override ?? null,
  cpc_cents: cpcOf(category, input.sale_price_cents),
  max_cost_cents: MAX_PROMO_COST_CENTS,
});
