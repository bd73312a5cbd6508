/**
 * Changes to a reader's list: immediate with the uuid from their emails, or confirmed by email with only an address.
 * See docs/decisions/0125-start-a-follow-from-the-readers-inbox.md.
 */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { DAY_MS } from '#shared/durations.ts';
import { hasWebAddress } from '#shared/params.ts';
import { type ListItem, listPaths } from '#shared/reader-list.ts';
import { type ListItemInput, type ListRequest, ReaderInput } from '#shared/readers.ts';
import { addItem, type ListRow, type ListTarget, listOf, targetOf } from './list.ts';
import { CONFIRM_PAUSE_MS, lockReader, readerByUuid, signUpReader } from './service.ts';

/** Confirmation emails to one subscribed address in a day. */
const MAX_CONFIRMATIONS_PER_DAY = 5;
const TEMPLATE = 'reader_list_confirm';

/**
 * Emails the owner of the address a link that follows the author or saves the book. For an unknown address, it also
 * confirms a sign-up in the book's genre. The response is the same for every address.
 */
export async function requestListItem(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { email, page, ...item }: ListRequest,
): Promise<void> {
  const target = await targetOf(deps.db, item);
  const reader = await deps.db.reader.findUnique({ where: { email }, select: { id: true, status: true } });
  if (reader?.status === 'active') return emailConfirmation(deps, { reader_id: reader.id, item, target, page });
  // Adult genres can only be chosen in the preferences.
  const category_ids = target.category && !target.category.is_adult ? [target.category.id] : 'all';
  await signUpReader(deps, ReaderInput.parse({ email, category_ids, page }), { item, words: wordsFor(item, target) });
}

type Confirmation = { reader_id: number; item: ListItem; target: ListTarget; page: string | undefined };

async function emailConfirmation(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { reader_id, item, target, page }: Confirmation,
) {
  await deps.db.$transaction(async (tx) => {
    if (!(await lockReader(tx, reader_id))) return;
    const { email, uuid, status } = await tx.reader.findUniqueOrThrow({ where: { id: reader_id } });
    const now = deps.now().getTime();
    const countSince = (ms: number) =>
      tx.mail.count({ where: { reader_id, template: TEMPLATE, created_at: { gt: new Date(now - ms) } } });
    // Otherwise anyone could fill a reader's mailbox.
    const isLimited = async () =>
      (await countSince(CONFIRM_PAUSE_MS)) > 0 || (await countSince(DAY_MS)) >= MAX_CONFIRMATIONS_PER_DAY;
    if (!email || status !== 'active' || (await isLimited())) return;
    await enqueueEmail(deps, tx, {
      to: email,
      owner: { reader_id },
      template: TEMPLATE,
      props: { list_words: wordsFor(item, target), confirm_url: deps.config.appUrl + listPaths.add(uuid, item, page) },
    });
  });
}

/** Partners' book titles and author names aren't reviewed, so one that contains a link must not reach a stranger's mailbox. */
function wordsFor({ kind }: ListItem, { name, author_name: by, max_price_cents }: ListTarget) {
  const title = hasWebAddress(name) || hasWebAddress(by ?? '') ? null : by ? `${name} by ${by}` : name;
  return { kind, title, max_price_cents };
}

export const readerList = async (deps: Pick<Deps, 'db'>, uuid: string): Promise<ListRow[]> =>
  listOf(deps.db, (await readerByUuid(deps, uuid)).id);

export async function addToList(
  deps: Pick<Deps, 'db' | 'now'>,
  uuid: string,
  { page, ...item }: ListItemInput,
): Promise<ListRow[]> {
  const { id: reader_id } = await readerByUuid(deps, uuid);
  const target = await targetOf(deps.db, item);
  return deps.db.$transaction(async (tx) => {
    if (!(await lockReader(tx, reader_id))) throw notFound();
    await addItem(deps, tx, { reader_id, target, page });
    return listOf(tx, reader_id);
  });
}

/** Removing an item again changes nothing and succeeds. */
export async function removeFromList(deps: Pick<Deps, 'db'>, uuid: string, id: number): Promise<ListRow[]> {
  const { id: reader_id } = await readerByUuid(deps, uuid);
  await deps.db.readerListItem.deleteMany({ where: { id, reader_id } });
  return listOf(deps.db, reader_id);
}
