/** The welcome email of a reader who has just confirmed their address. */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { listUnsubscribeHeader, mailKeys } from '#server/platform/mail-keys.ts';
import { paths } from '#shared/paths.ts';
import { itemWords, loadList } from './list.ts';
import { presentListItem } from './presenter.ts';

/** Entries of the reader's list in the email, newest first. */
const MAX_LISTED = 10;

/** Queues the email in the transaction that confirms the address. A reader who leaves and comes back gets only one. */
export async function welcomeReader(deps: Pick<Deps, 'config' | 'queue' | 'now'>, tx: Tx, id: number) {
  const { uuid, email, frequency, categories } = await tx.reader.findUniqueOrThrow({
    where: { id },
    include: { categories: { select: { category: true }, orderBy: { category: { position: 'asc' } } } },
  });
  if (!email) return;
  const list = (await loadList(tx, id)).slice(0, MAX_LISTED).map(presentListItem);
  const { appUrl, appSecret, MAIL_FROM } = deps.config;
  const preferences_url = `${appUrl}/readers/${uuid}/edit`;
  // Newsletter 0, as in every email that isn't a newsletter; the key names the reader.
  const { unsubscribe } = mailKeys(appSecret, { newsletter_id: 0, id });
  await enqueueEmail(deps, tx, {
    to: email,
    owner: { reader_id: id },
    template: 'reader_welcome',
    once: `reader-welcome-${id}`,
    props: {
      frequency,
      list_words: list.map(itemWords),
      category_names: categories.map(({ category }) => category.name),
      deals_url: appUrl + paths.deals(),
      preferences_url,
      unsubscribe_url: `${preferences_url}?unsubscribe=1#unsubscribe`,
      list_unsubscribe: listUnsubscribeHeader(deps.config, unsubscribe),
      sender: /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM,
    },
  });
}

/** Deletes the queued welcome, permission email, and last question of a reader who leaves. */
export const withdrawQueuedEmails = (db: Pick<Tx, 'mail'>, reader_id: number) =>
  db.mail.deleteMany({
    where: { reader_id, template: { in: ['reader_welcome', 'reader_permission', 'reader_sunset'] }, state: 'queued' },
  });
