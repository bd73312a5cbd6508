/**
 * Changes to a reader's list: immediate with the uuid from their emails, or confirmed by email with only an address.
 * See docs/decisions/0125-start-a-follow-from-the-readers-inbox.md.
 */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import { type ListItem, listPaths } from '#shared/reader-list.ts';
import { type ListItemInput, type ListRequest, ReaderInput } from '#shared/readers.ts';
import { addItem, itemWords, type ListRow, type ListTarget, loadList, loadTarget } from './list.ts';
import { lockReader, readerByUuid, signUpReader } from './service.ts';

const TOO_MANY_EMAILS =
  'Five links were requested for this address in the last 24 hours. Open the newest one to confirm, and you can add more from there right away.';

/**
 * Emails the owner of the address a link that adds the item to their list. Unless they're subscribed, the link also
 * confirms a sign-up. A new sign-up is for the genre of the book or of the author's newest book, or for all general
 * genres if that one is adult or unknown; known readers keep their preferences. The response and the daily limit are
 * the same for every address. The limit keeps anyone from filling a mailbox.
 */
export async function requestListItem(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'limits'>,
  { email, page, ...item }: ListRequest,
): Promise<void> {
  const target = await loadTarget(deps.db, item);
  await consume(deps.limits.listRequests, email.toLowerCase(), { message: TOO_MANY_EMAILS });
  const reader = await deps.db.reader.findUnique({ where: { email }, select: { id: true, status: true } });
  if (reader?.status === 'active') return emailConfirmation(deps, { reader_id: reader.id, item, target, page });
  // Readers choose adult genres themselves, in their preferences.
  const category_ids = target.category && !target.category.is_adult ? [target.category.id] : 'all';
  await signUpReader(deps, ReaderInput.parse({ email, category_ids, page }), { ...item, page });
}

type Confirmation = { reader_id: number; item: ListItem; target: ListTarget; page: string | undefined };

async function emailConfirmation(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { reader_id, item, target, page }: Confirmation,
) {
  await deps.db.$transaction(async (tx) => {
    if (!(await lockReader(tx, reader_id))) return;
    const { email, uuid, status } = await tx.reader.findUniqueOrThrow({ where: { id: reader_id } });
    if (!email || status !== 'active') return;
    await enqueueEmail(deps, tx, {
      to: email,
      owner: { reader_id },
      template: 'reader_list_confirm',
      props: {
        list_words: itemWords({ kind: item.kind, ...target }),
        confirm_url: deps.config.appUrl + listPaths.add(uuid, item, page),
      },
    });
  });
}

export const readerList = async (deps: Pick<Deps, 'db'>, uuid: string): Promise<ListRow[]> =>
  loadList(deps.db, (await readerByUuid(deps, uuid)).id);

export async function addToList(
  deps: Pick<Deps, 'db' | 'now'>,
  uuid: string,
  { page, ...item }: ListItemInput,
): Promise<ListRow[]> {
  const { id: reader_id } = await readerByUuid(deps, uuid);
  const target = await loadTarget(deps.db, item);
  return deps.db.$transaction(async (tx) => {
    if (!(await lockReader(tx, reader_id))) throw notFound();
    await addItem(deps, tx, { reader_id, target, page });
    return loadList(tx, reader_id);
  });
}

/** Removing an item again changes nothing and succeeds. */
export async function removeFromList(deps: Pick<Deps, 'db'>, uuid: string, id: number): Promise<ListRow[]> {
  const { id: reader_id } = await readerByUuid(deps, uuid);
  await deps.db.readerListItem.deleteMany({ where: { id, reader_id } });
  return loadList(deps.db, reader_id);
}
