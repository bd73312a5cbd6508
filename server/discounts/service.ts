/**
 * Discount codes and their uses: reserved at submission, consumed at the charge or at a settlement that leaves nothing to
 * charge, and released otherwise.
 */
import type { Discount } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, invalidBase } from '#server/platform/errors.ts';
import { formatInstant } from '#shared/dates.ts';
import { type EndReason, endReason, isUsable } from './rules.ts';

export const NOT_VALID_TEXT = 'This discount code isn’t valid. Check the spelling, or leave the field empty.';

const ALTERNATIVES = 'Leave the field empty, or enter another code.';
const END_TEXTS: { [reason in EndReason]: (discount: Discount) => string } = {
  expired: ({ ends_at }: Discount) =>
    `This discount code expired on ${formatInstant(ends_at!.toISOString())}. ${ALTERNATIVES}`,
  used_up: () => `This discount code has been used up. ${ALTERNATIVES}`,
  used_by_partner: () => `This discount code has already been used on this account. ${ALTERNATIVES}`,
  first_only: () => `This discount code is only for a first promotion. ${ALTERNATIVES}`,
};

type Terms = Pick<Discount, 'kind' | 'value' | 'min_cost_cents'>;
type DiscountRequest = {
  code: string;
  partner_id: number;
  book_id: number | undefined;
  category_id?: number | undefined;
  /** The promotion being booked, which isn't an earlier one. */
  promotion_id?: number;
};
type Booking = { code: string; partner_id: number; book_id: number; category_id: number; promotion_id: number };

type ValidationRequest = {
  code: string;
  partner_id?: number | undefined;
  book_id?: number | undefined;
  category_id?: number | undefined;
};

/**
 * Returns the discount if the partner may use it for the book, which must be theirs, and the category. If staff name no
 * partner, the book's partner is assumed. The 422 tells apart codes that have expired, are used up (by this partner or
 * by all), or are for a first promotion. Unknown, disabled, early, and other partners' codes all get the same one.
 */
export async function validateDiscount(
  deps: Pick<Deps, 'db' | 'now'>,
  { code, ...request }: ValidationRequest,
): Promise<Discount> {
  const { book_id, category_id } = request;
  const book = book_id === undefined ? null : await deps.db.book.findUnique({ where: { id: book_id } });
  const partner_id = request.partner_id ?? book?.partner_id ?? 0;
  if (book_id !== undefined && book?.partner_id !== partner_id)
    throw invalid({ book_id: ['isn’t one of this partner’s books'] });
  const { discount, refusal } = await checkUse(deps.db, deps.now(), { code, partner_id, book_id, category_id });
  if (refusal !== null) throw invalidBase(refusal);
  return discount;
}

/** Reserves one use for a new promotion, which keeps the code's current terms. */
export async function reserveDiscount(tx: Tx, now: Date, booking: Booking): Promise<{ id: number }> {
  const discountUse = await claimUse(tx, now, booking);
  if (!discountUse) throw invalid({ discount_code: [(await checkUse(tx, now, booking)).refusal ?? NOT_VALID_TEXT] });
  const { id, ...terms } = discountUse;
  const { promotion_id, partner_id } = booking;
  await tx.discountUse.create({ data: { promotion_id, discount_id: id, partner_id, ...terms } });
  return { id };
}

/** Reserves the use of a reopened promotion again on its original terms. 409 when the code is no longer valid. */
export async function reserveDiscountAgain(tx: Tx, now: Date, booking: Booking) {
  if (!(await claimUse(tx, now, booking)))
    throw conflict(
      `The discount code ${booking.code} can’t be used anymore, so this promotion can’t be reopened. Ask the partner to submit it again without the code.`,
    );
  await tx.discountUse.update({ where: { promotion_id: booking.promotion_id }, data: { state: 'reserved' } });
}

/**
 * Enforces every limit in one guarded UPDATE (rules.ts has the same rules in code). Null if the code may not be used.
 */
async function claimUse(tx: Tx, now: Date, booking: Booking): Promise<({ id: number } & Terms) | null> {
  const { promotion_id, partner_id, book_id, category_id } = booking;
  const code = normalizeCode(booking.code);
  if (code === null) return null;
  // The row lock makes concurrent uses wait for each other, so that the next statement counts the committed ones.
  await tx.$queryRaw`select id from discounts where code = ${code} for no key update`;
  const [discountUse] = await tx.$queryRaw<({ id: number } & Terms)[]>`
    update discounts d set used_count = used_count + 1, updated_at = ${now}
    where code = ${code} and enabled
      and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
      and (usage_limit is null or used_count < usage_limit)
      and (partner_id is null or partner_id = ${partner_id})
      and (book_id is null or book_id = ${book_id})
      and (category_id is null or category_id = ${category_id})
      and per_partner_limit > (
        select count(*) from discount_uses u
        where u.discount_id = d.id and u.partner_id = ${partner_id} and u.state <> 'released')
      and not (first_promotion_only and exists (
        select 1 from promotions p where p.partner_id = ${partner_id} and p.id <> ${promotion_id}
          and p.cancelled_at is null and p.unable_to_send_at is null and p.approval_status is distinct from 'rejected'))
    returning id, kind::text, value, min_cost_cents`;
  return discountUse ?? null;
}

/** The code's terms when this promotion reserved it. */
export const findDiscountTerms = (tx: Tx, promotion_id: number): Promise<Terms | null> =>
  tx.discountUse.findFirst({
    where: { promotion_id, state: 'reserved' },
    select: { kind: true, value: true, min_cost_cents: true },
  });

/**
 * Releases the use once: when the promotion is canceled, declined, or unable to send, when its cost is written off or
 * would have been waived without the discount, or when the discount is zero.
 */
export async function releaseDiscount(tx: Tx, promotion_id: number) {
  const released = await tx.discountUse.updateManyAndReturn({
    where: { promotion_id, state: 'reserved' },
    data: { state: 'released' },
  });
  for (const { discount_id } of released) {
    await tx.discount.update({ where: { id: discount_id }, data: { used_count: { decrement: 1 } } });
  }
}

export const consumeDiscount = (tx: Tx, promotion_id: number) =>
  tx.discountUse.updateMany({ where: { promotion_id, state: 'reserved' }, data: { state: 'consumed' } });

/** Refuses with 422 to move a promotion out of the category that its code is limited to. */
export async function refuseForeignCategory(
  tx: Tx,
  { promotion_id, category_id }: { promotion_id: number; category_id: number },
) {
  const uses = await findCategoryDiscounts(tx, [promotion_id]);
  if (uses.some(({ discount }) => discount.category_id !== category_id))
    throw invalid({ category_id: ['isn’t covered by this promotion’s discount code'] });
}

/** The promotions' reserved discounts that are limited to a category. */
export const findCategoryDiscounts = (db: Database | Tx, promotion_ids: readonly number[]) =>
  db.discountUse.findMany({
    where: {
      promotion_id: { in: [...promotion_ids] },
      state: 'reserved',
      discount: { category_id: { not: null } },
    },
    select: { promotion_id: true, discount: { select: { category_id: true } } },
  });

const normalizeCode = (code: string) => (code.includes('\0') ? null : code.trim().toUpperCase());

/** Returns the code, or a sentence that says why it can't be used. */
async function checkUse(
  db: Database | Tx,
  now: Date,
  { promotion_id, ...request }: DiscountRequest,
): Promise<{ discount: Discount; refusal: null } | { discount: null; refusal: string }> {
  const { partner_id, book_id, category_id } = request;
  const code = normalizeCode(request.code);
  const discount = code === null ? null : await db.discount.findUnique({ where: { code } });
  if (!discount) return { discount, refusal: NOT_VALID_TEXT };
  const uses_by_partner = await db.discountUse.count({
    where: { discount_id: discount.id, partner_id, state: { not: 'released' } },
  });
  const earlier_promotions = await db.promotion.count({
    where: {
      partner_id,
      ...(promotion_id && { id: { not: promotion_id } }),
      cancelled_at: null,
      unable_to_send_at: null,
      OR: [{ approval_status: null }, { approval_status: { not: 'rejected' } }],
    },
  });
  const facts = { now, partner_id, book_id, category_id, uses_by_partner, earlier_promotions };
  if (isUsable(discount, facts)) return { discount, refusal: null };
  const reason = endReason(discount, facts);
  return { discount: null, refusal: reason ? END_TEXTS[reason](discount) : NOT_VALID_TEXT };
}
