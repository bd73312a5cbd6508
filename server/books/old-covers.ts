/** Deletes the file of a replaced cover, unless a newsletter shows it. */
import type { Book } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { emailCoverOf, smallCoverOf } from '#server/platform/http/media.ts';

export const REMOVE_COVER = 'books.remove_cover';
/** By then no cached page shows it, and a newsletter that was just being closed has its snapshot. */
const WAIT_S = 3600;
/** Covers made for one book (covers.ts). Covers of the store's catalog are shared. */
const OWN = /^covers\/\d+-[0-9a-f]{16}\.webp$/;

type OldCover = { book_id: number; cover: string };

/** Schedules the removal of `cover`, which the book had until this transaction. */
export async function scheduleRemoval(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  { id, cover }: Pick<Book, 'id' | 'cover'>,
) {
  if (!cover || !OWN.test(cover)) return;
  await queue.send(tx, REMOVE_COVER, { book_id: id, cover } satisfies OldCover, { afterSeconds: WAIT_S });
}

export async function removeOldCover(deps: Pick<Deps, 'pool' | 'blobs'>, old: OldCover) {
  if (await isShown(deps, old)) return;
  for (const key of [old.cover, smallCoverOf(old.cover), emailCoverOf(old.cover)]) await deps.blobs.remove(key);
}

/**
 * True if the cover is used by the book itself, by a promotion approved with it, or by a sent newsletter: its day's, or
 * the weekly one of the following seven days.
 */
async function isShown({ pool }: Pick<Deps, 'pool'>, { book_id, cover }: OldCover) {
  const { rows } = await pool.query<{ shown: boolean }>(
    `select exists (select from books where id = $1 and cover = $2)
       or exists (select from promotions where book_id = $1 and reviewed_book ->> 'cover' = $2 and cancelled_at is null)
       or exists (
       select from promotions p
       join newsletters n on n.newsletter_date between p.promotion_date and p.promotion_date + 7
       where p.book_id = $1 and p.frozen_at is not null and strpos(n.snapshot::text, $2) > 0) as shown`,
    [book_id, cover],
  );
  return rows[0]!.shown;
}
