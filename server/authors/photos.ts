/** Author photos, which are re-encoded and cropped to a square. */
import { randomBytes } from 'node:crypto';
import { auditStaff } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { encodeImage } from '#server/platform/images.ts';
import { type Actor, ownedBy } from '#server/platform/ownership.ts';

const PHOTO_SIZE = 480;

/** Finds the author if the caller may replace the photo, and throws a 404 otherwise. */
export async function findEditableAuthor({ db }: Pick<Deps, 'db'>, { id, actor }: { id: number; actor: Actor }) {
  const author = await db.author.findFirst({ where: { id, ...ownedBy(actor) } });
  if (!author) throw notFound();
  return author;
}

/** Stores the photo under a new key, because browsers cache the old photo, and deletes the old file. */
export async function replacePhoto(
  { db, blobs, now, log }: Pick<Deps, 'db' | 'now' | 'blobs' | 'log'>,
  { id, actor }: { id: number; actor: Actor },
  upload: Buffer,
) {
  const where = { id, ...ownedBy(actor) };
  const author = await findEditableAuthor({ db }, { id, actor });
  const photo = `photos/${id}-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(photo, await encodeImage(upload, 'photo', { side: PHOTO_SIZE }));
  const isUpdated = await db.$transaction(async (tx) => {
    const { count } = await tx.author.updateMany({ where, data: { photo } });
    const [before, after] = [{ photo: author.photo }, { photo }];
    if (count) await auditStaff(tx, now(), actor, { action: 'update', entity: 'author', entity_id: id, before, after });
    return count > 0;
  });
  if (!isUpdated) {
    await blobs.remove(photo);
    throw notFound();
  }
  // The upload succeeds even if deleting the old photo fails.
  if (author.photo) await blobs.remove(author.photo).catch((err) => log.error({ err }, 'old photo not deleted'));
}
