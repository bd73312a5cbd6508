/** Codes: whether one may be used, and the use itself: reserved at submission, consumed at the charge, given back otherwise. */
import type { Discount } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, invalidBase } from '#server/platform/errors.ts';
import { isUsable } from './rules.ts';

export const NOT_VALID = 'This discount code is not valid.';

type Use = { code: string; partner_id: number; book_id?: number | undefined; category_id?: number | undefined };

/** The discount if this partner may use it. Unknown, expired, exhausted and not theirs look alike: 422. */
export async function validateDiscount(deps: Deps, use: Use): Promise<Discount> {
  const discount = await usableDiscount(deps.db, deps.now(), use);
  if (!discount) throw invalidBase(NOT_VALID);
  return discount;
}

/** Takes one use for a promotion. The guarded UPDATE decides when many want the last one. */
export async function reserveDiscount(tx: Tx, now: Date, use: Use & { promotion_id: number }): Promise<Discount> {
  const refused = invalid({ discount_code: ['is not valid'] });
  const discount = await usableDiscount(tx, now, use);
  if (!discount) throw refused;
  const taken = await tx.$executeRaw`
    update discounts set used_count = used_count + 1
    where id = ${discount.id} and enabled and (usage_limit is null or used_count < usage_limit)`;
  if (!taken) throw refused;
  const { promotion_id, partner_id } = use;
  await tx.discountUse.create({ data: { promotion_id, discount_id: discount.id, partner_id } });
  return discount;
}

/** Gives the use back, once: on cancel, decline and unable to send. */
export async function releaseDiscount(tx: Tx, promotion_id: number) {
  const use = await tx.discountUse.updateManyAndReturn({
    where: { promotion_id, state: 'reserved' },
    data: { state: 'released' },
  });
  for (const { discount_id } of use) {
    await tx.discount.update({ where: { id: discount_id }, data: { used_count: { decrement: 1 } } });
  }
}

export const consumeDiscount = (tx: Tx, promotion_id: number) =>
  tx.discountUse.updateMany({ where: { promotion_id, state: 'reserved' }, data: { state: 'consumed' } });

async function usableDiscount(db: Database | Tx, now: Date, { code, partner_id, book_id, category_id }: Use) {
  if (code.includes('\0')) return null;
  const discount = await db.discount.findUnique({ where: { code: code.trim().toUpperCase() } });
  if (!discount) return null;
  const uses_by_partner = await db.discountUse.count({
    where: { discount_id: discount.id, partner_id, state: { not: 'released' } },
  });
  const earlier_promotions = await db.promotion.count({
    where: {
      partner_id,
      cancelled_at: null,
      OR: [{ approval_status: null }, { approval_status: { not: 'rejected' } }],
    },
  });
  return isUsable(discount, { now, partner_id, book_id, category_id, uses_by_partner, earlier_promotions })
    ? discount
    : null;
}
