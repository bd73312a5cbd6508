/** The items of readers' lists: authors and series they follow, and books they saved. */
import type { Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, invalidBase } from '#server/platform/errors.ts';
import { DAY_MS } from '#shared/durations.ts';
import { hasWebAddress } from '#shared/params.ts';
import { type ListItem, MAX_FOLLOWS, MAX_WISHES } from '#shared/reader-list.ts';
import type { ReaderListEntry } from '#shared/readers.ts';

/** An item as stored, with the names that its confirmation email shows. */
export type ListTarget = {
  author_id: number | null;
  series: string;
  book_id: number | null;
  max_price_cents: number | null;
  name: string;
  /** The author of a series or book. */
  by: string | null;
  /** The genre of the book, or of the author's newest book. */
  category: { id: number; is_adult: boolean } | null;
};

const NOT_ON_DECKLE = 'is no longer on Deckle';
const genre = { category: { select: { id: true, is_adult: true } } } as const;

/** The author, series, or active book that an item names; throws 422 if there is none. */
export async function loadTarget(
  db: Database | Tx,
  { kind, id, max_price_cents = null }: ListItem,
): Promise<ListTarget> {
  if (kind === 'author') {
    const books = { where: { status: 'active' }, orderBy: { id: 'desc' }, take: 1, select: genre } as const;
    const author = await db.author.findUnique({ where: { id }, select: { name: true, books } });
    if (!author) throw invalid({ id: [NOT_ON_DECKLE] });
    const category = author.books[0]?.category ?? null;
    return {
      author_id: id,
      series: '',
      book_id: null,
      max_price_cents: null,
      name: author.name,
      by: null,
      category,
    };
  }
  const book = await db.book.findFirst({
    where: { id, status: 'active' },
    select: { title: true, author_id: true, series: true, author: { select: { name: true } }, ...genre },
  });
  if (!book) throw invalid({ id: [NOT_ON_DECKLE] });
  const shared = { by: book.author?.name ?? null, category: book.category };
  if (kind === 'book')
    return { author_id: null, series: '', book_id: id, max_price_cents, name: book.title, ...shared };
  const { author_id, series } = book;
  if (!author_id || !series) throw invalid({ id: ['is not part of a series'] });
  return { author_id, series, book_id: null, max_price_cents: null, name: series, ...shared };
}

/**
 * Names the item in an email, which may go to an unconfirmed address. Partners' book titles and author names aren't
 * reviewed, so one that contains a link must not reach a stranger's mailbox.
 */
export function itemWords({
  kind,
  name,
  by,
  max_price_cents,
}: Pick<ReaderListEntry, 'kind' | 'name' | 'by' | 'max_price_cents'>) {
  const title = hasWebAddress(name) || hasWebAddress(by ?? '') ? null : by ? `${name} by ${by}` : name;
  return { kind, title, max_price_cents };
}

/** Days after a promotion's send in which new followers are credited to it. */
const FOLLOW_DAYS = 7;

/**
 * Adds the item, or changes a saved book's price. The reader's row must be locked, so that simultaneous requests can't
 * exceed the limit. A follow is credited to one of the author's promotions of the last seven days: the latest whose
 * newsletter the reader got, or whose book's page they follow from. A weekly newsletter counts for the promotions of
 * its week.
 */
export async function addItem(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { reader_id, target, page = null }: { reader_id: number; target: ListTarget; page?: string | null | undefined },
): Promise<void> {
  const { author_id, series, book_id, max_price_cents } = target;
  const existing = await tx.readerListItem.findFirst({
    where: book_id ? { reader_id, book_id } : { reader_id, author_id, series },
    select: { id: true },
  });
  if (existing) {
    await tx.readerListItem.update({ where: { id: existing.id }, data: { max_price_cents } });
    return;
  }
  await refuseAtLimit(tx, reader_id, book_id !== null);
  if (book_id) {
    await tx.readerListItem.create({ data: { reader_id, book_id, max_price_cents, page, created_at: now() } });
    return;
  }
  const from_book = Number(/^\/books\/([1-9]\d{0,8})(?:\/|$)/.exec(page ?? '')?.[1] ?? 0);
  await tx.$executeRaw`
    insert into reader_list_items (reader_id, author_id, series, page, created_at, promotion_id)
    values (${reader_id}, ${author_id}, ${series}, ${page}, ${now()}, (
      select p.id from promotions p join books b on b.id = p.book_id
      where b.author_id = ${author_id} and p.sent_at <= ${now()} and p.sent_at > ${new Date(now().getTime() - FOLLOW_DAYS * DAY_MS)}
        and (p.book_id = ${from_book} or exists (
          select 1 from deliveries d join newsletters n on n.id = d.newsletter_id
          where d.reader_id = ${reader_id} and d.state = 'accepted'
            and (n.id = p.newsletter_id or (n.kind = 'weekly'
              and n.newsletter_date between p.promotion_date and p.promotion_date + ${FOLLOW_DAYS - 1}::int))))
      order by p.sent_at desc, p.id desc limit 1))`;
}

async function refuseAtLimit(tx: Tx, reader_id: number, isBook: boolean) {
  const where = { reader_id, book_id: isBook ? { not: null } : null };
  const max = isBook ? MAX_WISHES : MAX_FOLLOWS;
  if ((await tx.readerListItem.count({ where })) < max) return;
  throw invalidBase(
    isBook
      ? `You’ve saved ${max} books, which is the most we can keep. Remove one, then save this one.`
      : `You follow ${max} authors and series, which is the most we can keep. Remove one, then follow this one.`,
  );
}

const include = {
  author: { select: { id: true, slug: true, name: true } },
  book: { select: { id: true, slug: true, title: true, status: true, author: { select: { name: true } } } },
} as const;
export type ListRow = Prisma.ReaderListItemGetPayload<{ include: typeof include }>;

/** A reader's list, newest first. */
export const loadList = (db: Database | Tx, reader_id: number): Promise<ListRow[]> =>
  db.readerListItem.findMany({ where: { reader_id }, include, orderBy: { id: 'desc' }, relationLoadStrategy: 'join' });
