/**
 * Pictures that networks show with a link: 1200 × 630 PNG of books, authors, categories, and posts. Letters are outlines, so
 * they look the same on every machine; titles in other scripts than Latin are left out.
 */
import { Router } from 'express';
import { bold, canDraw, sans, textBlock } from '#server/books/demo-cover.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { networkBucket } from '#server/platform/http/network-buckets.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { blogApi } from '#shared/api/blog.ts';
import { booksApi } from '#shared/api/books.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { DAY_MS } from '#shared/durations.ts';
import { formatShortDay } from '#shared/long-dates.ts';
import { formatDealPrice } from '#shared/money.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const COVER = { width: 360, height: 540 };
const MARGIN = 80;

const PAGE = /^\/(books|authors|categories|blog|reader-blog)\/([1-9]\d{0,8})(?:[/?]|$)/;
const PICTURE = /^\/previews\/(?:(books|authors|categories|blog|reader-blog)\/([1-9]\d{0,8})|deckle)\.png$/;

/** Pictures change with deals and titles; networks keep their own copies. */
const KEPT_MS = DAY_MS / 24;
const MAX_PICTURES = 50;
const PER_MINUTE = 60;

/** Meta tags of a page's picture, from the title that the page has. `key` is its path. */
export function previewTags(html: string, { appUrl, key }: { appUrl: string; key: string }): string {
  const [, title] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? [];
  if (!title) return '';
  const [, kind, id] = PAGE.exec(key) ?? [];
  const url = `${appUrl}/previews/${kind ? `${kind}/${id}` : 'deckle'}.png`;
  return [
    `<meta property="og:image" content="${url}">`,
    `<meta property="og:image:type" content="image/png">`,
    `<meta property="og:image:width" content="${WIDTH}">`,
    `<meta property="og:image:height" content="${HEIGHT}">`,
    `<meta property="og:image:alt" content="${title}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

type Facts = { title: string; note: string; cover?: string };

export function linkPreviews(deps: Pick<Deps, 'blobs' | 'now'>, pages: PublicApi): Router {
  const limit = networkBucket(PER_MINUTE, 60);
  const pictureOf = memoizeFor(
    async ({ kind, id }: { kind?: string; id?: string }) => draw(deps, await factsOf(pages, kind, Number(id))),
    { key: ({ kind, id }) => `${kind} ${id}`, max: MAX_PICTURES, ttlMs: KEPT_MS, now: deps.now },
  );
  const router = Router();
  router.get(PICTURE, async (req, res, next) => {
    await limit(req);
    const [, kind, id] = PICTURE.exec(req.path) ?? [];
    try {
      const picture = await pictureOf({ ...(kind && { kind }), ...(id && { id }) });
      res.set({ 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' });
      res.type('png').send(picture);
    } catch (error) {
      next(error instanceof AppError && error.status === 404 ? undefined : error);
    }
  });
  return router;
}

async function factsOf(pages: PublicApi, kind: string | undefined, id: number): Promise<Facts> {
  switch (kind) {
    case 'books': {
      const { book } = await pages(booksApi).show({ id, query: {} });
      const by = book.author_name ? `by ${book.author_name}` : '';
      const deal =
        book.deal && `${priceOf(book.deal.sale_price_cents)} until ${formatShortDay(book.deal.deal_ends_on)}`;
      return { title: book.title, note: [by, deal].filter(Boolean).join(' – '), cover: book.cover_url };
    }
    case 'authors':
      return { title: (await pages(authorsApi).show({ id, query: {} })).author.name, note: 'Books and ebook deals' };
    case 'categories':
      return { title: (await pages(categoriesApi).show({ id, query: {} })).category.name, note: 'Ebook deals today' };
    case 'blog':
      return { title: (await pages(blogApi).show({ id, query: {} })).blog.title, note: 'For authors' };
    case 'reader-blog':
      return {
        title: (await pages(blogApi).showForReaders({ id, query: {} })).reader_blog.title,
        note: 'For people who read',
      };
    default:
      return { title: 'Great ebooks tonight. Free, or close to it.', note: 'Checked by editors, once a day by email' };
  }
}

const priceOf = (cents: number) => (cents === 0 ? 'Free' : formatDealPrice(cents));

async function draw({ blobs }: Pick<Deps, 'blobs'>, { title, note, cover }: Facts): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const stored = cover?.startsWith('/media/') ? await blobs.get(cover.slice('/media/'.length)) : null;
  const left = stored ? MARGIN + COVER.width + 60 : MARGIN;
  const column = { x: left, width: WIDTH - left - MARGIN };
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f2e7"/><rect width="${WIDTH}" height="18" fill="#0b5d46"/>`,
    canDraw(title) ? textBlock(title, { ...column, top: 90, height: 300, max: 84 }, bold('#231e17', 'start')) : '',
    canDraw(note) ? textBlock(note, { ...column, top: 410, height: 90, max: 36 }, sans('#5c5345')) : '',
    textBlock('Deckle', { ...column, top: 520, height: 70, max: 48 }, bold('#0b5d46', 'start')),
    '</svg>',
  ].join('');
  const picture = sharp(Buffer.from(svg));
  if (!stored) return picture.png().toBuffer();
  const shown = await sharp(stored)
    .resize({ ...COVER, fit: 'contain', background: '#f7f2e7' })
    .png()
    .toBuffer();
  return picture
    .composite([{ input: shown, left: MARGIN, top: (HEIGHT - COVER.height) / 2 + 9 }])
    .png()
    .toBuffer();
}
