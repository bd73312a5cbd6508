/** An author's photo: uploaded, encoded anew, cut to a square. */
import { randomBytes } from 'node:crypto';
import { auditStaff } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { type By, ownedBy } from '#server/platform/ownership.ts';
import { encodePicture } from '#server/platform/pictures.ts';

const SIDE = 480;

/** The author who may be given a photo; 404 without one. */
export async function authorOf({ db }: Pick<Deps, 'db'>, { id, by }: { id: number; by: By }) {
  const author = await db.author.findFirst({ where: { id, ...ownedBy(by) } });
  if (!author) throw missing();
  return author;
}

/** A new key each time, because what was shown under the old one is kept by browsers; the old file goes. */
export async function replacePhoto(
  { db, blobs, now, log }: Pick<Deps, 'db' | 'now' | 'blobs' | 'log'>,
  { id, by }: { id: number; by: By },
  upload: Buffer,
) {
  const where = { id, ...ownedBy(by) };
  const author = await authorOf({ db }, { id, by });
  const photo = `photos/${id}-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(photo, await encodePicture(upload, 'photo', { width: SIDE, height: SIDE, fit: 'cover' }));
  const isThere = await db.$transaction(async (tx) => {
    const { count } = await tx.author.updateMany({ where, data: { photo } });
    const [before, after] = [{ photo: author.photo }, { photo }];
    if (count) await auditStaff(tx, now(), by, { action: 'update', entity: 'author', entity_id: id, before, after });
    return count > 0;
  });
  if (!isThere) {
    await blobs.remove(photo);
    throw missing();
  }
  // The new photo is there, whatever becomes of the old one.
  if (author.photo) await blobs.remove(author.photo).catch((err) => log.error({ err }, 'an old photo stays'));
}
