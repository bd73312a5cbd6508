/**
 * The link that confirms a reader: the preferences and list items that it applies, and the emails that repeat it.
 * See docs/decisions/0163-repeat-the-link-of-a-sign-up.md.
 */
import { Prisma, type Reader } from '#prisma';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, invalid } from '#server/platform/errors.ts';
import { mac, sha256 } from '#server/platform/signed.ts';
import { DAY_MS } from '#shared/durations.ts';
import { type ListItem, listItemText } from '#shared/reader-list.ts';
import type { ReaderInput } from '#shared/readers.ts';
import { addItem, itemWords, type ListTarget, loadTarget } from './list.ts';

/** An item for the reader's list, requested on `page`. */
export type RequestedItem = ListItem & { page?: string | undefined };
/** Without `preferences`, the reader's row already has them. An item of `list` becomes null once its link is used. */
export type Pending = {
  preferences?: Omit<ReaderInput, 'email' | 'page' | 'category_ids'> & { category_ids: number[] };
  list: (RequestedItem | null)[];
};

export const pendingOf = ({ confirm_wishes }: Pick<Reader, 'confirm_wishes'>) =>
  (confirm_wishes ?? { list: [] }) as Pending;

/** An item that was already requested at the same price isn't added again. */
export const withItem = (list: Pending['list'], item: RequestedItem | undefined): Pending['list'] =>
  !item || list.some((other) => other && listItemText(other) === listItemText(item)) ? list : [...list, item];

/** Derived instead of random, so that a later email can repeat the link. */
const tokenOf = (
  { config }: Pick<Deps, 'config'>,
  { email, confirm_sent_at }: Pick<Reader, 'email' | 'confirm_sent_at'>,
) => mac(config.appSecret, 'reader confirmation', `${email}\0${confirm_sent_at!.getTime()}`).toString('base64url');

export const tokenHash = (deps: Pick<Deps, 'config'>, reader: Pick<Reader, 'email' | 'confirm_sent_at'>) =>
  new Uint8Array(sha256(tokenOf(deps, reader)));

/** Separates the token from the length that the list had when its email was queued. */
const COUNT_SEPARATOR = '.';

/** The parts of the token in a link. */
export function splitConfirmationToken(text: string) {
  const [token = '', count = '0'] = text.split(COUNT_SEPARATOR);
  return { confirm_token_hash: new Uint8Array(sha256(token)), listCount: Number(count) || 0 };
}

/** True if the reader is pending and their link is a sign-up's, not an import's, and less than a day old. */
export function hasOpenLink(deps: Pick<Deps, 'config' | 'now'>, reader: Reader) {
  const { status, confirm_token_hash, confirm_sent_at } = reader;
  if (status !== 'pending' || !confirm_token_hash || !confirm_sent_at) return false;
  if (deps.now().getTime() - confirm_sent_at.getTime() >= DAY_MS) return false;
  return Buffer.from(confirm_token_hash).equals(tokenHash(deps, reader));
}

/** Emails the link of a pending reader. It adds only the list items that the email names. */
export async function emailLink(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  tx: Tx,
  reader: Reader,
): Promise<void> {
  const { preferences, list } = pendingOf(reader);
  const category_names = await categoryNames(tx, preferences?.category_ids ?? (await categoryIdsOf(tx, reader.id)));
  const targets = await Promise.all(list.map((item) => item && findTarget(tx, item)));
  const list_words = list.flatMap((item, index) =>
    item && targets[index] ? [itemWords({ kind: item.kind, ...targets[index] })] : [],
  );
  const token = tokenOf(deps, reader) + (list.length ? COUNT_SEPARATOR + list.length : '');
  await enqueueEmail(deps, tx, {
    to: reader.email!,
    owner: { reader_id: reader.id },
    template: 'reader_confirm',
    props: { confirm_url: `${deps.config.appUrl}/readers/confirm?token=${token}`, category_names, list_words },
  });
}

/**
 * Applies the preferences and list items that the link's email named, now that the mailbox has confirmed them. Items of
 * later emails stay pending for their own links. A second click adds nothing that the reader may have removed since.
 */
export async function applyPending(deps: Pick<Deps, 'now'>, tx: Tx, reader: Reader, listCount: number): Promise<void> {
  const { preferences, list } = pendingOf(reader);
  if (preferences) {
    const { category_ids, ...rest } = preferences;
    await replaceCategories(tx, reader.id, category_ids);
    await tx.reader.update({ where: { id: reader.id }, data: rest });
  }
  for (const item of list.slice(0, listCount)) if (item) await addRequestedItem(deps, tx, reader.id, item);
  const rest = list.map((item, index) => (index < listCount ? null : item));
  const confirm_wishes: Pending | typeof Prisma.DbNull = rest.some((item) => item) ? { list: rest } : Prisma.DbNull;
  await tx.reader.update({ where: { id: reader.id }, data: { confirm_wishes } });
}

/** A book that has left the site, or a full list, doesn't prevent the confirmation. */
async function addRequestedItem(deps: Pick<Deps, 'now'>, tx: Tx, reader_id: number, { page, ...item }: RequestedItem) {
  try {
    await addItem(deps, tx, { reader_id, target: await loadTarget(tx, item), page });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Null if the author or book has left the site since. */
async function findTarget(tx: Tx, item: ListItem): Promise<ListTarget | null> {
  try {
    return await loadTarget(tx, item);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const categoryIdsOf = async (tx: Tx, reader_id: number) =>
  (await tx.readerCategory.findMany({ where: { reader_id }, select: { category_id: true } })).map(
    ({ category_id }) => category_id,
  );

/** Throws 422 for a category that doesn't exist. */
export async function categoryNames(tx: Tx, ids: readonly number[]) {
  const unique = [...new Set(ids)];
  const categories = await tx.category.findMany({ where: { id: { in: unique } }, orderBy: { position: 'asc' } });
  if (categories.length !== unique.length)
    throw invalid({ category_ids: ['includes a category that no longer exists; reload the page and choose again'] });
  return categories.map(({ name }) => name);
}

export async function replaceCategories(tx: Tx, reader_id: number, ids: readonly number[]) {
  await tx.readerCategory.deleteMany({ where: { reader_id } });
  await tx.readerCategory.createMany({ data: [...new Set(ids)].map((category_id) => ({ reader_id, category_id })) });
}
