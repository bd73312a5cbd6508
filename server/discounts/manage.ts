/** Discount management by staff; every write is audited. */

import { isDeepStrictEqual } from 'node:util';
import type { Discount, Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Database } from '#server/platform/database.ts';
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, conflict, invalid, notFound } from '#server/platform/errors.ts';
import { escapeLike, pageOf } from '#server/platform/http/lists.ts';
import {
  type DiscountInput,
  type DiscountPatch,
  discountProblems,
  GENEROUS_NEEDS_ADMIN,
  isGenerous,
} from '#shared/discounts.ts';
import { presentDiscount } from './presenter.ts';

type StaffCaller = { id: number; is_admin: boolean };
type ListQuery = {
  page: number;
  per: number;
  sort_col: string;
  sort_dir: 'asc' | 'desc';
  q?: string | undefined;
  enabled?: boolean | undefined;
  partner_id?: number | undefined;
  book_id?: number | undefined;
  joins: readonly string[];
};

export async function listDiscounts(db: Database, query: ListQuery) {
  const where: Prisma.DiscountWhereInput = {
    ...(query.q ? { code: { contains: escapeLike(query.q.toUpperCase()) } } : {}),
    ...(query.enabled === undefined ? {} : { enabled: query.enabled }),
    ...(query.partner_id ? { partner_id: query.partner_id } : {}),
    ...(query.book_id ? { book_id: query.book_id } : {}),
  };
  const [rows, total] = await Promise.all([
    db.discount.findMany({
      ...pageOf(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
      include: includeOf(query.joins),
      relationLoadStrategy: 'join',
    }),
    db.discount.count({ where }),
  ]);
  return { rows, total };
}

export const discountById = (db: Database, id: number, joins: readonly string[]) =>
  db.discount.findUnique({ where: { id }, include: includeOf(joins), relationLoadStrategy: 'join' });

const includeOf = (joins: readonly string[]) => ({
  ...(joins.includes('book') && { book: { select: { id: true, title: true } } }),
  ...(joins.includes('category') && { category: { select: { id: true, name: true } } }),
  ...(joins.includes('partner') && { partner: { select: { id: true, name: true } } }),
});

export const createDiscount = (deps: Pick<Deps, 'db' | 'now'>, actor: StaffCaller, input: DiscountInput) =>
  mapWriteErrors(
    deps.db.$transaction(async (tx) => {
      const discount = await tx.discount.create({ data: input });
      if (isGenerous(discount)) refuseEditor(actor);
      await audit(tx, deps.now(), {
        user_id: actor.id,
        action: 'create',
        entity: 'discount',
        entity_id: discount.id,
        after: discount,
      });
      return discount;
    }),
  );

export const updateDiscount = (deps: Pick<Deps, 'db' | 'now'>, actor: StaffCaller, id: number, patch: DiscountPatch) =>
  mapWriteErrors(
    deps.db.$transaction(async (tx) => {
      // Locks the row, so that concurrent changes are checked one after the other.
      await tx.$queryRaw`select 1 from discounts where id = ${id} for update`;
      const before = await tx.discount.findUnique({ where: { id } });
      if (!before) throw notFound();
      refuseInvalidTerms({ ...before, ...patch });
      const after = await tx.discount.update({ where: { id }, data: patch });
      if (isGenerous(after) && !isOnlyDisabled(before, after)) refuseEditor(actor);
      await audit(tx, deps.now(), {
        user_id: actor.id,
        action: 'update',
        entity: 'discount',
        entity_id: id,
        before,
        after,
      });
      return after;
    }),
  );

/** Deletes a code, unless a promotion has used it: such a code can be disabled instead. */
export const deleteDiscount = (deps: Pick<Deps, 'db' | 'now'>, actor: { id: number }, id: number) =>
  deps.db.$transaction(async (tx) => {
    // Locks the row, so that no use is reserved after the count.
    await tx.$queryRaw`select 1 from discounts where id = ${id} for update`;
    const before = await tx.discount.findUnique({
      where: { id },
      include: { _count: { select: { uses: true, promotions: true } } },
    });
    if (!before) throw notFound();
    if (before._count.uses + before._count.promotions > 0) {
      throw conflict('This code has been used. Disable it instead, so that its promotions keep their discount.', {
        discount: presentDiscount(before),
      });
    }
    await tx.discount.delete({ where: { id } });
    await audit(tx, deps.now(), { user_id: actor.id, action: 'delete', entity: 'discount', entity_id: id, before });
  });

function refuseEditor({ is_admin }: StaffCaller) {
  if (!is_admin) throw adminsOnly(GENEROUS_NEEDS_ADMIN);
}

/** True if the change only disables the code, which any staff member may do. */
const isOnlyDisabled = (before: Discount, after: Discount) =>
  !after.enabled && isDeepStrictEqual({ ...before, enabled: false, updated_at: null }, { ...after, updated_at: null });

function refuseInvalidTerms(terms: Parameters<typeof discountProblems>[0]) {
  const problems = discountProblems(terms);
  if (Object.keys(problems).length) throw invalid(problems);
}

async function mapWriteErrors<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ code: ['has already been taken'] });
    if (isCheckViolation(error)) throw invalid({ usage_limit: ['must be at least the number of uses so far'] });
    if (isForeignKeyViolation(error)) throw invalid({ base: ['The book, partner, or category doesn’t exist.'] });
    throw error;
  }
}
