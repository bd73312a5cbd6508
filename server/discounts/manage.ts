/** The staff's side of discounts; every write leaves its trail. */

import type { Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { type Database, isCheckViolation, isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, missing } from '#server/platform/errors.ts';
import { literal, pageOf } from '#server/platform/http/lists.ts';
import type { DiscountInput, DiscountPatch } from '#shared/discounts.ts';
import { presentDiscount } from './presenter.ts';

type By = { id: number };
type List = {
  page: number;
  per: number;
  sort_col: string;
  sort_dir: 'asc' | 'desc';
  q?: string | undefined;
  enabled?: boolean | undefined;
};

export async function listDiscounts(db: Database, query: List) {
  const where: Prisma.DiscountWhereInput = {
    ...(query.q ? { code: { contains: literal(query.q.toUpperCase()) } } : {}),
    ...(query.enabled === undefined ? {} : { enabled: query.enabled }),
  };
  const [rows, total] = await Promise.all([
    db.discount.findMany({ ...pageOf(query), where, orderBy: { [query.sort_col]: query.sort_dir } }),
    db.discount.count({ where }),
  ]);
  return { rows, total };
}

export const discountById = (db: Database, id: number) => db.discount.findUnique({ where: { id } });

export const createDiscount = (deps: Deps, by: By, input: DiscountInput) =>
  orRefuse(
    deps.db.$transaction(async (tx) => {
      refusePercentOver100(input);
      const discount = await tx.discount.create({ data: input });
      await audit(tx, deps.now(), {
        user_id: by.id,
        action: 'create',
        entity: 'discount',
        entity_id: discount.id,
        after: discount,
      });
      return discount;
    }),
  );

export const updateDiscount = (deps: Deps, by: By, id: number, patch: DiscountPatch) =>
  orRefuse(
    deps.db.$transaction(async (tx) => {
      const before = await tx.discount.findUnique({ where: { id } });
      if (!before) throw missing();
      refusePercentOver100({ ...before, ...patch });
      const after = await tx.discount.update({ where: { id }, data: patch });
      await audit(tx, deps.now(), {
        user_id: by.id,
        action: 'update',
        entity: 'discount',
        entity_id: id,
        before,
        after,
      });
      return after;
    }),
  );

/** A code that was ever used is part of an invoice: it can be disabled, not deleted. */
export const deleteDiscount = (deps: Deps, by: By, id: number) =>
  deps.db.$transaction(async (tx) => {
    const before = await tx.discount.findUnique({
      where: { id },
      include: { _count: { select: { uses: true, promotions: true } } },
    });
    if (!before) throw missing();
    if (before._count.uses + before._count.promotions > 0) {
      throw conflict('This code has been used. Disable it instead, so that its promotions keep their discount.', {
        discount: presentDiscount(before),
      });
    }
    await tx.discount.delete({ where: { id } });
    await audit(tx, deps.now(), { user_id: by.id, action: 'delete', entity: 'discount', entity_id: id, before });
  });

function refusePercentOver100({ kind, value }: { kind: string; value: number }) {
  if (kind === 'percent' && value > 100) throw invalid({ value: ['must be at most 100 for a percent discount'] });
}

async function orRefuse<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ code: ['has already been taken'] });
    if (isCheckViolation(error)) throw invalid({ usage_limit: ['must be at least the uses so far'] });
    if ((error as { code?: string }).code === 'P2003')
      throw invalid({ base: ['The book, partner or category does not exist.'] });
    throw error;
  }
}
