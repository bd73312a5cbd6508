/** Deletes a replaced cover's files, unless the book, a promotion, or a newsletter still uses it. */
import type { Book } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { emailCoverOf, smallCoverOf } from '#server/platform/http/media.ts';

export const REMOVE_COVER_JOB = 'books.remove_cover';
/** Long enough for cached pages to expire, and for a newsletter that is being closed to get its snapshot. */
const REMOVAL_DELAY_SECONDS = 3600;
/** Pattern of covers made for a single book (covers.ts); those of the store's catalog are shared. */
const BOOK_COVER = /^covers\/\d+-[0-9a-f]{16}\.webp$/;

type OldCover = { book_id: number; cover: string };

/** Schedules the removal of `cover`, which the book had until this transaction. */
export async function scheduleCoverRemoval(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  { id, cover }: Pick<Book, 'id' | 'cover'>,
) {
  if (!cover || !BOOK_COVER.test(cover)) return;
  await queue.send(tx, REMOVE_COVER_JOB, { book_id: id, cover } satisfies OldCover, {
    afterSeconds: REMOVAL_DELAY_SECONDS,
  });
}

export async function removeOldCover(deps: Pick<Deps, 'pool' | 'blobs'>, { book_id, cover }: OldCover) {
  if (await isUsed(deps, { book_id, cover })) return;
  for (const key of [cover, smallCoverOf(cover), emailCoverOf(cover)]) await deps.blobs.remove(key);
}

/**
 * True if the book itself still has the cover, a promotion that isn't canceled was approved with it, or a newsletter
 * shows it: the daily one of a frozen promotion, or one in the following seven days, such as the weekly one.
 */
async function isUsed({ pool }: Pick<Deps, 'pool'>, { book_id, cover }: OldCover) {
  const { rows } = await pool.query<{ is_used: boolean }>(
    `select exists (select from books where id = $1 and cover = $2)
       or exists (select from promotions where book_id = $1 and reviewed_book ->> 'cover' = $2 and cancelled_at is null)
       or exists (
       select from promotions p
       join newsletters n on n.newsletter_date between p.promotion_date and p.promotion_date + 7
       where p.book_id = $1 and p.frozen_at is not null and strpos(n.snapshot::text, $2) > 0) as is_used`,
    [book_id, cover],
  );
  return rows[0]!.is_used;
}
