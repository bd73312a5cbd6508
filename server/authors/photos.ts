/** Author photos, which are re-encoded and cropped to a square. */
import { randomBytes } from 'node:crypto';
import { auditStaff } from '#server/platform/audit.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { encodeImage } from '#server/platform/images.ts';
import { type Actor, ownedBy } from '#server/platform/ownership.ts';

const PHOTO_SIZE = 480;
export const REMOVE_PHOTO_JOB = 'authors.remove_photo';

type Target = { id: number; actor: Actor };

/** Throws a 404 if the caller may not replace the photo, or the author's account is closed. */
export async function requireEditableAuthor({ db }: Pick<Deps, 'db'>, target: Target) {
  if (!(await findEditable(db, target))) throw notFound();
}

const findEditable = (db: Database | Tx, { id, actor }: Target) =>
  db.author.findFirst({ where: { id, ...ownedBy(actor), partner: { deleted_at: null } } });

/** Stores the photo under a new key, because browsers cache the old photo, and schedules the removal of the old one. */
export async function replacePhoto(
  { db, blobs, now, queue }: Pick<Deps, 'db' | 'now' | 'blobs' | 'queue'>,
  { id, actor }: Target,
  upload: Buffer,
) {
  const photo = `photos/${id}-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(photo, await encodeImage(upload, 'photo', { side: PHOTO_SIZE }));
  const isStored = await db.$transaction(async (tx) => {
    // Serializes uploads and the closing of the account, so that each removes the photo that the previous one stored.
    await tx.$queryRaw`select 1 from authors where id = ${id} for update`;
    const author = await findEditable(tx, { id, actor });
    if (!author) return false;
    await tx.author.update({ where: { id }, data: { photo } });
    const [before, after] = [{ photo: author.photo }, { photo }];
    await auditStaff(tx, now(), actor, { action: 'update', entity: 'author', entity_id: id, before, after });
    await schedulePhotoRemoval({ queue }, tx, [author]);
    return true;
  });
  if (!isStored) {
    await blobs.remove(photo);
    throw notFound();
  }
}

/** Schedules the removal of photos that these authors had until this transaction. */
export const schedulePhotoRemoval = (
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  authors: readonly { photo: string | null }[],
) =>
  queue.sendAll(
    tx,
    REMOVE_PHOTO_JOB,
    authors.flatMap(({ photo }) => (photo ? [{ photo }] : [])),
  );

/** Schedules the removal of all photos of a partner, in the transaction that closes the account. */
export async function schedulePhotoRemovalOf(deps: Pick<Deps, 'queue'>, tx: Tx, partner_id: number) {
  const authors = await tx.$queryRaw<{ photo: string | null }[]>`
    select photo from authors where partner_id = ${partner_id} order by id for update`;
  await schedulePhotoRemoval(deps, tx, authors);
}

/** Job handler. */
export async function removePhoto({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, { photo }: { photo: string }) {
  if (!(await db.author.count({ where: { photo } }))) await blobs.remove(photo);
}
