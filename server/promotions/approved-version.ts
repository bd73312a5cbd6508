/** Keeps the version that staff approved separate from the book that its partner continues to edit. */
import { type Book, Prisma } from '#prisma';
import type { AuthorChangeHook } from '#server/authors/service.ts';
import { presentBookDetails } from '#server/books/presenter.ts';
import type { BookChangeHook } from '#server/books/service.ts';
import { type AuditEntry, auditBy } from '#server/platform/audit.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/ownership.ts';
import { parseDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { bookFactsOf, storeUrlsOf } from '#shared/reviewed-facts.ts';
import { bookedDate } from './reviewed.ts';
import { rejectedWhere } from './status-conditions.ts';

/**
 * Hook that runs in the transaction that changes a book: refuses to archive a booked one, copies staff changes into the
 * approved version, and audits a partner's changes during a promotion.
 */
export const bookChangeHook =
  (deps: Pick<Deps, 'now'>): BookChangeHook =>
  async (tx, { actor, before, after }) => {
    if (before.status === 'active' && after.status !== 'active') await refuseWhileBooked(tx, before);
    if (actor.role === 'user') return approveByStaff(tx, before, after);
    const where = { book_id: after.id };
    await auditDuringPromotion(deps, tx, { actor, where, change: changeOf('book', before, after) });
  };

/**
 * Hook for author profiles, because the author's name appears in every deal of their books: copies a name changed by
 * staff into the approved versions with that author, and audits a partner's changes during a promotion.
 */
export const authorChangeHook =
  (deps: Pick<Deps, 'now'>): AuthorChangeHook =>
  async (tx, { actor, before, after }) => {
    if (actor.role !== 'user') {
      const where = { book: { author_id: after.id } };
      return auditDuringPromotion(deps, tx, { actor, where, change: changeOf('author', before, after) });
    }
    if (before.name === after.name) return;
    await lockUnfrozen(tx, Prisma.sql`b.author_id = ${after.id}`);
    await tx.$executeRaw`
      update promotions p set reviewed_book = reviewed_book || jsonb_build_object('author_name', ${after.name}::text)
      from books b where b.id = p.book_id and b.author_id = ${after.id} and ${OPEN_TO_CHANGE}
        -- Promotions approved by version 0.1.0 have no author's id.
        and (not jsonb_exists(reviewed_book, 'author_id') or (reviewed_book ->> 'author_id')::int = b.author_id)`;
    // A declined version with the former name stays declined.
    await tx.$executeRaw`
      update promotions p set declined_book = declined_book || jsonb_build_object('author_name', ${after.name}::text)
      from books b where b.id = p.book_id and b.author_id = ${after.id} and ${OPEN_TO_CHANGE}
        and declined_book ->> 'author_name' = ${before.name}`;
  };

const UNFROZEN = Prisma.sql`frozen_at is null and cancelled_at is null and unable_to_send_at is null`;
/** Approved, neither canceled nor unable to send, and in no newsletter yet. */
const OPEN_TO_CHANGE = Prisma.sql`approval_status = 'approved' and ${UNFROZEN}`;

/**
 * Locks unfrozen promotions, approved or not, so that a concurrent approval either comes first or reads this change.
 */
const lockUnfrozen = (tx: Tx, whose: Prisma.Sql) => tx.$queryRaw`
  select p.id from promotions p join books b on b.id = p.book_id
  where ${whose} and ${UNFROZEN} order by p.id for no key update of p`;

async function refuseWhileBooked(tx: Tx, book: Book) {
  const booked = await tx.promotion.findFirst({
    where: { book_id: book.id, sent_at: null, cancelled_at: null, unable_to_send_at: null, NOT: rejectedWhere },
    orderBy: { id: 'asc' },
  });
  if (!booked) return;
  throw conflict(
    `This book has a promotion for ${formatDate(bookedDate(booked))}. Cancel the promotion before you archive the book.`,
    { book: presentBookDetails(book) },
  );
}

/**
 * Copies only the fields that staff changed; a partner's unreviewed changes stay out of the approved version, and what
 * staff declined stays declined.
 */
async function approveByStaff(tx: Tx, before: Book, after: Book) {
  const [was, is] = await Promise.all([before, after].map((book) => withAuthor(tx, book)));
  const [factsBefore, factsAfter] = [was!, is!].map((book) => ({ ...bookFactsOf(book), author_id: book.author_id }));
  const facts = changedValues(factsBefore!, factsAfter!);
  const [urlsBefore, urls] = [storeUrlsOf(before), storeUrlsOf(after)];
  const removed = Object.keys(urlsBefore).filter((store) => !(store in urls));
  const changedUrls = changedValues(urlsBefore, urls);
  if (![facts, changedUrls].some((changed) => Object.keys(changed).length) && !removed.length) return;
  await lockUnfrozen(tx, Prisma.sql`b.id = ${after.id}`);
  const urlsOf = (column: Prisma.Sql) =>
    Prisma.sql`(${column} - ${removed}::text[]) || ${JSON.stringify(changedUrls)}::jsonb`;
  await tx.$executeRaw`
    update promotions set reviewed_book = reviewed_book || ${JSON.stringify(facts)}::jsonb,
      reviewed_store_urls = ${urlsOf(Prisma.sql`reviewed_store_urls`)},
      declined_book = declined_book || (${JSON.stringify(facts)}::jsonb - 'author_id')
        || jsonb_build_object('store_urls', ${urlsOf(Prisma.sql`(declined_book -> 'store_urls')`)})
    where book_id = ${after.id} and ${OPEN_TO_CHANGE}`;
}

const withAuthor = async (tx: Tx, book: Book) => ({
  ...book,
  author: book.author_id ? await tx.author.findUnique({ where: { id: book.author_id } }) : null,
});

/** The fields of `after` that differ from `before`. Dates, lists, and objects always count as different. */
const changedValues = (before: object, after: object) =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field as keyof typeof before]));

const changeOf = (entity: string, before: { id: number }, after: { id: number }) => ({
  ...{ action: 'update', entity, entity_id: after.id },
  ...{ before: changedValues(after, before), after: changedValues(before, after) },
});

type DealChange = { actor: Actor; where: Prisma.PromotionWhereInput; change: Omit<AuditEntry, 'user_id'> };

/**
 * Audits a change that a partner makes between a promotion's approval and the end of its deal, because readers may rely
 * on the deal.
 */
async function auditDuringPromotion(deps: Pick<Deps, 'now'>, tx: Tx, { actor, where, change }: DealChange) {
  const affectedCount = await tx.promotion.count({
    where: {
      ...where,
      ...{ approval_status: 'approved', cancelled_at: null, unable_to_send_at: null },
      deal_ends_on: { gte: parseDate(vancouverTime(deps.now()).date) },
    },
  });
  if (affectedCount) await auditBy(tx, deps.now(), actor, change);
}
