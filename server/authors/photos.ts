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
/** Long enough for cached pages to expire. */
const REMOVAL_DELAY_SECONDS = 3600;

/** A replaced photo, or all photos of an author. */
export type PhotoRemoval = { photo: string } | { author_id: number };

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
  const photo = `${prefixOf(id)}${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(photo, await encodeImage(upload, 'photo', { side: PHOTO_SIZE }));
  const isStored = await db.$transaction(async (tx) => {
    // Serializes uploads and the closing of the account, so that each removes the photo that the previous one stored.
    await tx.$queryRaw`select 1 from authors where id = ${id} for update`;
    const author = await findEditable(tx, { id, actor });
    if (!author) return false;
    await tx.author.update({ where: { id }, data: { photo } });
    const [before, after] = [{ photo: author.photo }, { photo }];
    await auditStaff(tx, now(), actor, { action: 'update', entity: 'author', entity_id: id, before, after });
    if (author.photo) {
      const removal: PhotoRemoval = { photo: author.photo };
      await queue.send(tx, REMOVE_PHOTO_JOB, removal, { afterSeconds: REMOVAL_DELAY_SECONDS });
    }
    return true;
  });
  if (!isStored) {
    await blobs.remove(photo);
    throw notFound();
  }
}

const prefixOf = (author_id: number) => `photos/${author_id}-`;

type AuthorPhoto = { id: number; photo: string | null };

/** Schedules the removal of all photos of these authors, even those replaced in the last hour. */
export const schedulePhotoRemoval = ({ queue }: Pick<Deps, 'queue'>, tx: Tx, authors: readonly AuthorPhoto[]) =>
  queue.sendAll(
    tx,
    REMOVE_PHOTO_JOB,
    authors.flatMap(({ id, photo }): PhotoRemoval[] => (photo ? [{ author_id: id }] : [])),
  );

/** Schedules the removal of all photos of a partner, in the transaction that closes the account. */
export async function schedulePhotoRemovalOf(deps: Pick<Deps, 'queue'>, tx: Tx, partner_id: number) {
  const authors = await tx.$queryRaw<AuthorPhoto[]>`
    select id, photo from authors where partner_id = ${partner_id} order by id for update`;
  await schedulePhotoRemoval(deps, tx, authors);
}

/** Job handler. */
export async function removePhotos({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, removal: PhotoRemoval) {
  for await (const photo of 'photo' in removal ? [removal.photo] : photosOf(blobs, removal.author_id)) {
    if (!(await db.author.count({ where: { photo } }))) await blobs.remove(photo);
  }
}

async function* photosOf(blobs: Deps['blobs'], author_id: number) {
  for await (const key of blobs.list('photos/', prefixOf(author_id))) {
    if (!key.startsWith(prefixOf(author_id))) return;
    yield key;
  }
}
