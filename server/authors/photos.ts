/** An author's photo: uploaded, encoded anew, cut to a square. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { encodePicture } from '#server/platform/pictures.ts';

const SIDE = 480;

/** A new key each time, because what was shown under the old one is kept by browsers; the old file goes. */
export async function replacePhoto(
  { db, blobs }: Deps,
  owned: { id: number; partner_id?: number | undefined },
  upload: Buffer,
) {
  const where = { id: owned.id, ...(owned.partner_id === undefined ? {} : { partner_id: owned.partner_id }) };
  const author = await db.author.findFirst({ where });
  if (!author) throw missing();
  const photo = `photos/${author.id}-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(photo, await encodePicture(upload, 'photo', { width: SIDE, height: SIDE }));
  const { count } = await db.author.updateMany({ where, data: { photo } });
  if (!count) {
    await blobs.remove(photo);
    throw missing();
  }
  if (author.photo) await blobs.remove(author.photo);
}
