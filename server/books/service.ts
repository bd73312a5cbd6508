/** Creates and changes a partner's books. A draft needs only a title; an active book must be complete. */

import { type Book, Prisma } from '#prisma';
import { auditStaff } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { type Actor, ownedBy } from '#server/platform/ownership.ts';
import { type BookInput, type BookPatch, missingFields } from '#shared/books.ts';
import { STORE_URL_FIELDS, type Store } from '#shared/business.ts';
import { parseDate } from '#shared/dates.ts';
import { slugOf } from '#shared/slug.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import { cachedStoreData } from './store-data.ts';

/** Hook that runs in the transaction that changes a book; throws to refuse the change. */
export type BookChangeHook = (tx: Tx, change: { actor: Actor; before: Book; after: Book }) => Promise<void>;

export const createBook = (deps: Pick<Deps, 'db'>, partner_id: number, input: BookInput) =>
  refuseTakenAsin(
    deps.db.$transaction(async (tx) => {
      refuseProblems(input);
      await refuseForeignRelations(tx, input, partner_id);
      const storeData = await storeDataColumns(tx, input, null);
      const data = { ...columnsOf(input), ...storeData, partner_id, slug: slugOf(input.title) };
      return tx.book.create({ data: data as never });
    }),
  );

export const updateBook = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, patch, onChange }: { id: number; actor: Actor; patch: BookPatch; onChange: BookChangeHook },
) =>
  refuseTakenAsin(
    deps.db.$transaction(async (tx) => {
      // Locks the row, so that the book can't be booked while it is being archived.
      await tx.$queryRaw`select id from books where id = ${id} for update`;
      const before = await tx.book.findFirst({ where: { id, ...ownedBy(actor) } });
      if (!before) throw notFound();
      const deadStores = deadStoresAfter(before, patch);
      refuseProblems({ ...before, ...patch, ...deadStores });
      await refuseForeignRelations(tx, patch, before.partner_id);
      const slug = patch.title ? { slug: slugOf(patch.title) } : {};
      const storeData = await storeDataColumns(tx, patch, before.asin);
      const after = await tx.book.update({
        where: { id },
        data: { ...columnsOf(patch), ...deadStores, ...slug, ...storeData } as never,
      });
      await auditStaff(tx, deps.now(), actor, { action: 'update', entity: 'book', entity_id: id, before, after });
      await onChange(tx, { actor, before, after });
      return after;
    }),
  );

const columnsOf = ({ published_on, ...columns }: BookPatch) => ({
  ...columns,
  ...(published_on === undefined ? {} : { published_on: published_on && parseDate(published_on) }),
});

/** A replaced or removed link is no longer dead, unless the same change marks it dead. */
function deadStoresAfter(before: Book, patch: BookPatch) {
  const isReplaced = (store: Store) => {
    const url = patch[STORE_URL_FIELDS[store]];
    return url !== undefined && url !== before[STORE_URL_FIELDS[store]];
  };
  return { dead_stores: patch.dead_stores ?? before.dead_stores.filter((store) => !isReplaced(store)) };
}

/** Store data columns for a change of the ASIN; cleared if there is no data about the new one. */
async function storeDataColumns(tx: Tx, { asin }: BookPatch, asinBefore: string | null) {
  if (asin === undefined) return {};
  const cleared = { store_data: Prisma.DbNull, store_data_fetched_at: null };
  return (await cachedStoreData(tx, asin)) ?? (asin === asinBefore ? {} : cleared);
}

function refuseProblems(book: Parameters<typeof missingFields>[0]) {
  const problems = { ...storeLinkProblems(book), ...missingFields(book) };
  if (Object.keys(problems).length) throw invalid(problems);
}

/** Refuses categories that don't exist, and author profiles that don't exist or are another partner's. */
async function refuseForeignRelations(tx: Tx, book: BookPatch, partner_id: number) {
  const categoryIds = [book.category_id, book.secondary_category_id].filter((id) => id !== undefined && id !== null);
  const categories = await tx.category.findMany({ where: { id: { in: categoryIds } }, select: { id: true } });
  const isKnown = (id: number | null | undefined) =>
    id === undefined || id === null || categories.some((row) => row.id === id);
  if (!isKnown(book.category_id)) throw invalid({ category_id: ['is not a category'] });
  if (!isKnown(book.secondary_category_id)) throw invalid({ secondary_category_id: ['is not a category'] });
  if (!book.author_id) return;
  // Locks the profile, so that it isn't deleted before the book refers to it.
  const [author] = await tx.$queryRaw<object[]>`
    select 1 from authors where id = ${book.author_id} and partner_id = ${partner_id} for key share`;
  if (!author) throw invalid({ author_id: ['is not one of your author profiles'] });
}

async function refuseTakenAsin<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ asin: ['is already one of your books'] });
    throw error;
  }
}
