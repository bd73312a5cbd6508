/** A book's cover: uploaded, or fetched from the store it is sold at; always re-encoded, never stored as it came. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/platform/deps.ts';
import { invalidBase, missing } from '#server/platform/errors.ts';
import { encodePicture, MAX_UPLOAD_BYTES } from '#server/platform/pictures.ts';
import { storeDataFor } from './store-data.ts';

const WIDTH = 600;
const FETCH_TIMEOUT_MS = 10_000;
/** Cover images are fetched from these hosts and no others (design 5: no request to an address that a stranger chose). */
const COVER_HOSTS = new Set(['m.media-amazon.com', 'images-na.ssl-images-amazon.com', 'covers.openlibrary.org']);

type Owned = { id: number; partner_id?: number | undefined };

/** Stores an uploaded picture as the cover. */
export async function replaceCover(deps: Deps, owned: Owned, upload: Buffer) {
  const book = await ownBook(deps, owned);
  return storeCover(deps, book, await encode(upload));
}

/** Fetches the cover anew from what the store says about the book's ASIN. */
export async function refreshCover(deps: Deps, owned: Owned) {
  const book = await ownBook(deps, owned);
  if (!book.asin) throw invalidBase('This book has no ASIN to fetch a cover for. Upload one instead.');
  const { cover_url } = await storeDataFor(deps, book.asin);
  if (!cover_url) throw invalidBase('The store has no cover for this book. Upload one instead.');
  if (cover_url.startsWith('/media/')) {
    return deps.db.book.update({ where: { id: book.id }, data: { cover: cover_url.slice('/media/'.length) } });
  }
  return storeCover(deps, book, await encode(await fetchCover(cover_url)));
}

async function ownBook(deps: Deps, { id, partner_id }: Owned) {
  const book = await deps.db.book.findFirst({ where: { id, ...(partner_id === undefined ? {} : { partner_id }) } });
  if (!book) throw missing();
  return book;
}

const encode = (picture: Buffer) => encodePicture(picture, 'cover', { width: WIDTH });

async function storeCover(deps: Deps, book: { id: number }, picture: Buffer) {
  const cover = `covers/${book.id}-${randomBytes(8).toString('hex')}.webp`;
  await deps.blobs.put(cover, picture);
  return deps.db.book.update({ where: { id: book.id }, data: { cover } });
}

async function fetchCover(url: string) {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' || !COVER_HOSTS.has(hostname))
    throw invalidBase('The store names a cover that we may not fetch.');
  const failed = invalidBase('The cover could not be fetched. Please try again later, or upload it.');
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    () => null,
  );
  if (!answer?.ok || Number(answer.headers.get('content-length') ?? 0) > MAX_UPLOAD_BYTES) throw failed;
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > MAX_UPLOAD_BYTES) throw failed;
  return bytes;
}
