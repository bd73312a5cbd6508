/**
 * Pictures that social networks show with a link: 1200 × 630 PNGs of books, authors, categories, posts, and the latest
 * newsletter, and one for all other pages. Text is drawn as outlines, so it looks the same on every machine.
 */
import { Router } from 'express';
import { CARD, type CardFacts, drawCard, formatCardPrice } from '#server/books/link-card.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { networkBucket } from '#server/platform/http/network-buckets.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { blogApi } from '#shared/api/blog.ts';
import { booksApi } from '#shared/api/books.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import { formatCount } from '#shared/counts.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { formatShortDay } from '#shared/long-dates.ts';

const PAGE = /^\/(?:(books|authors|categories|blog|reader-blog)\/([1-9]\d{0,8})(?:[/?]|$)|(today)(?:\?|$))/;
const PICTURE = /^\/previews\/(?:(books|authors|categories|blog|reader-blog)\/([1-9]\d{0,8})|(today)|deckle)\.png$/;

/** Pictures change with deals and titles, and social networks store copies anyway. */
const CACHE_MS = HOUR_MS;
const MAX_PICTURES = 50;
const MAX_REQUESTS_PER_MINUTE = 60;

/** Meta tags for a page's picture, described by the page's title. `key` is the page's path and query (`pageKey`). */
export function previewTags(html: string, { appUrl, key }: { appUrl: string; key: string }): string {
  const [, title] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? [];
  if (!title) return '';
  const [, kind, id, name = 'deckle'] = PAGE.exec(key) ?? [];
  const url = `${appUrl}/previews/${kind ? `${kind}/${id}` : name}.png`;
  return [
    `<meta property="og:image" content="${url}">`,
    `<meta property="og:image:type" content="image/png">`,
    `<meta property="og:image:width" content="${CARD.width}">`,
    `<meta property="og:image:height" content="${CARD.height}">`,
    `<meta property="og:image:alt" content="${title}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

export function linkPreviewRoutes(deps: Pick<Deps, 'blobs' | 'now'>, pages: PublicApi): Router {
  const limit = networkBucket(MAX_REQUESTS_PER_MINUTE, 60);
  const pictureOf = memoizeFor(
    async ({ kind, id }: { kind?: string; id?: string }) => drawCard(deps, await cardFactsOf(pages, kind, Number(id))),
    { key: ({ kind, id }) => `${kind} ${id}`, max: MAX_PICTURES, ttlMs: CACHE_MS, now: deps.now },
  );
  const router = Router();
  router.get(PICTURE, async (req, res, next) => {
    await limit(req);
    const [, page, id, today] = PICTURE.exec(req.path) ?? [];
    const kind = page ?? today;
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

async function cardFactsOf(pages: PublicApi, kind: string | undefined, id: number): Promise<CardFacts> {
  switch (kind) {
    case 'books': {
      const { book } = await pages(booksApi).show({ id, query: {} });
      const byline = book.author_name ? `by ${book.author_name}` : '';
      const deal =
        book.deal && `${formatCardPrice(book.deal.sale_price_cents)} until ${formatShortDay(book.deal.deal_ends_on)}`;
      return { title: book.title, note: [byline, deal].filter(Boolean).join(' – '), cover: book.cover_url };
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
        note: 'For readers',
      };
    case 'today': {
      const newsletter = await latestNewsletter(pages);
      const note = newsletter
        ? `${formatCount(newsletter.deals.length, 'ebook deal')} – ${formatShortDay(newsletter.newsletter_date)}`
        : 'Ebook deals, checked by editors';
      return { title: 'Today on Deckle', note };
    }
    default:
      return { title: 'Free and discounted ebooks', note: 'Checked by editors, at most one email a day' };
  }
}

async function latestNewsletter(pages: PublicApi) {
  const [latest] = (await pages(newslettersApi).archive({ query: { kind: 'daily', page: 1, per: 1 } }))
    .newsletter_archive;
  return (
    latest &&
    (await pages(newslettersApi).showArchived({ date: latest.newsletter_date, query: {} })).archived_newsletter
  );
}
