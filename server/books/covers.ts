/**
 * A book's cover: uploaded, or fetched from its store. It is re-encoded before it is stored; only covers that this site
 * already has, those of the demo catalog, are used as they are.
 */
import { randomBytes } from 'node:crypto';
import type { Book } from '#prisma';
import { auditStaff } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, invalidBase, notFound } from '#server/platform/errors.ts';
import { encodeImage, MAX_UPLOAD_BYTES } from '#server/platform/images.ts';
import { type Actor, ownedBy } from '#server/platform/ownership.ts';
import { scheduleCoverRemoval } from './old-covers.ts';
import type { BookChangeHook } from './service.ts';
import { cachedStoreData, getStoreData } from './store-data.ts';

const WIDTH = 600;
const MAX_HEIGHT = 2 * WIDTH;
const FETCH_TIMEOUT_MS = 10_000;
/** Allowed hosts of cover images. The server must not request arbitrary URLs. */
const COVER_HOSTS = new Set(['m.media-amazon.com', 'images-na.ssl-images-amazon.com', 'covers.openlibrary.org']);

type CoverChange = { id: number; actor: Actor; onChange: BookChangeHook };

/** Stores an uploaded image as the cover. */
export async function replaceCover(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'blobs'>,
  change: CoverChange,
  upload: Buffer,
) {
  const book = await findEditableBook(deps, change);
  return storeCover(deps, change, book, await encodeCover(upload));
}

/** Fetches the cover that the store has for the book's ASIN, and stores the store's data. */
export async function refreshCover(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'blobs' | 'bookData'>,
  change: CoverChange,
) {
  const book = await findEditableBook(deps, change);
  if (!book.asin) throw invalidBase('This book has no ASIN, so we can’t fetch its cover. Upload one instead.');
  const { cover_url } = await getStoreData(deps, book.asin).catch((error) => {
    throw error instanceof AppError && error.status === 404
      ? invalidBase('Amazon has no book with this ASIN. Upload a cover instead.')
      : error;
  });
  if (!cover_url) throw invalidBase('The store has no cover for this book. Upload one instead.');
  if (cover_url.startsWith('/media/'))
    return setCover(deps, change, book, cover_url.slice('/media/'.length), book.asin);
  return storeCover(deps, change, book, await encodeCover(await fetchCover(cover_url)), book.asin);
}

/** The book if the caller may change it; 404 otherwise. */
export async function findEditableBook(deps: Pick<Deps, 'db'>, { id, actor }: Pick<CoverChange, 'id' | 'actor'>) {
  const book = await deps.db.book.findFirst({ where: { id, ...ownedBy(actor) } });
  if (!book) throw notFound();
  return book;
}

const encodeCover = (picture: Buffer) => encodeImage(picture, 'cover', { width: WIDTH, height: MAX_HEIGHT });

async function storeCover(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'blobs'>,
  change: CoverChange,
  book: Book,
  picture: Buffer,
  fetchedAsin?: string,
) {
  const cover = `covers/${book.id}-${randomBytes(8).toString('hex')}.webp`;
  await deps.blobs.put(cover, picture);
  return setCover(deps, change, book, cover, fetchedAsin);
}

/** Sets the cover. `fetchedAsin` is the ASIN that it was fetched for: 422 if the book has another one by now. */
const setCover = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  { actor, onChange }: CoverChange,
  { id }: Book,
  cover: string,
  fetchedAsin?: string,
) =>
  deps.db.$transaction(async (tx) => {
    const { asin, ...before } = await lockCover(tx, id);
    if (fetchedAsin && asin !== fetchedAsin) throw invalidBase('The ASIN has changed. Fetch the cover again.');
    const auditEntry = { action: 'update', entity: 'book', entity_id: id, before, after: { cover } };
    await auditStaff(tx, deps.now(), actor, auditEntry);
    const storeData = fetchedAsin && (await cachedStoreData(tx, fetchedAsin));
    if (before.cover !== cover) await scheduleCoverRemoval(deps, tx, { id, ...before });
    const after = await tx.book.update({ where: { id }, data: { cover, ...storeData } });
    await onChange(tx, { actor, before: { ...after, ...before }, after });
    return after;
  });

/** Locks the row, so that the second of two simultaneous uploads replaces the first. */
async function lockCover(tx: Tx, id: number) {
  const [before] = await tx.$queryRaw<Pick<Book, 'cover' | 'asin'>[]>`
    select cover, asin from books where id = ${id} for update`;
  if (!before) throw notFound();
  return before;
}

async function fetchCover(url: string) {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' || !COVER_HOSTS.has(hostname))
    throw invalidBase('We aren’t allowed to fetch the store’s cover. Upload one instead.');
  const fetchError = invalidBase('We couldn’t fetch the cover. Please try again later, or upload it.');
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    () => null,
  );
  if (!response?.ok || Number(response.headers.get('content-length') ?? 0) > MAX_UPLOAD_BYTES) throw fetchError;
  const picture = await readPicture(response).catch(() => null);
  if (!picture) throw fetchError;
  return picture;
}

/** Reads a response's body; null as soon as it is larger than an upload may be. */
async function readPicture({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_UPLOAD_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
