/** RSS feeds: each category's deals, and both blogs. */

import { Router } from 'express';
import { listCategories } from '#server/categories/queries.ts';
import { vancouverInstant } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { blogApi } from '#shared/api/blog.ts';
import { booksApi } from '#shared/api/books.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Book } from '#shared/books.ts';
import { CUTOFF_HOUR } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { xmlText } from './xml.ts';

type Item = { title: string; path: string; guid: string; description: string; at: Date | null };
type Feed = { title: string; path: string; self: string; description: string; items: Item[] };

const ITEMS = 50;
const CATEGORIES = { page: 1, per: 100, sort_col: 'position', sort_dir: 'asc' } as const;

export function feeds(deps: Pick<Deps, 'db' | 'config'>, pages: PublicApi): Router {
  const router = Router();
  const { appUrl } = deps.config;
  router.get('/feeds/:name.rss', async (req, res, next) => {
    const feed = await feedNamed(deps, pages, req.params.name);
    if (!feed) return next();
    res.set('Cache-Control', 'public, max-age=600').type('application/rss+xml').send(rssOf(feed, appUrl));
  });
  return router;
}

/** Null for a name that is neither a blog nor a category. */
async function feedNamed(deps: Pick<Deps, 'db'>, pages: PublicApi, name: string): Promise<Feed | null> {
  if (name === 'blog') return blogFeed(pages);
  if (name === 'reader-blog') return readerBlogFeed(pages);
  const category = (await listCategories(deps.db, CATEGORIES)).rows.find(({ slug }) => slug === name);
  if (!category) return null;
  const query = { category_id: category.id, deals_only: true, sort_col: 'promotion_date', per: ITEMS };
  const { books } = await pages(booksApi).list({ query });
  return {
    title: `${category.name} ebook deals · Deckle`,
    path: paths.category(category),
    self: `/feeds/${name}.rss`,
    description: `${category.name} ebooks that are free or at least half off today.`,
    items: books.map(dealItem),
  };
}

async function blogFeed(pages: PublicApi): Promise<Feed> {
  const { blogs } = await pages(blogApi).list({ query: { per: ITEMS } });
  return {
    title: 'The Deckle blog',
    path: paths.blog(),
    self: '/feeds/blog.rss',
    description: 'For authors and publishers: how promotions work and what the numbers say.',
    items: blogs.map((blog) => postItem(blog, paths.blogPost(blog))),
  };
}

async function readerBlogFeed(pages: PublicApi): Promise<Feed> {
  const { reader_blogs } = await pages(blogApi).listForReaders({ query: { per: ITEMS } });
  return {
    title: 'The Deckle reader blog',
    path: paths.readerBlog(),
    self: '/feeds/reader-blog.rss',
    description: 'For people who read: lists, genres explained, and ways to get more out of an ebook.',
    items: reader_blogs.map((blog) => postItem(blog, paths.readerBlogPost(blog))),
  };
}

type Post = { title: string; summary: string; published_at: string | null };

const postItem = ({ title, summary, published_at }: Post, path: string): Item => ({
  title,
  path,
  guid: path,
  description: summary,
  at: published_at ? new Date(published_at) : null,
});

/** The item's id includes the deal, because a book may have another deal later. */
function dealItem(book: Book): Item {
  const { deal } = book;
  const path = paths.book(book);
  const name = book.author_name ? `${book.title} by ${book.author_name}` : book.title;
  if (!deal) return { title: name, path, guid: path, description: book.blurb, at: null };
  const price = formatDealPrice(deal.sale_price_cents);
  return {
    title: `${name}: ${price} instead of ${formatCents(deal.current_price_cents)}`,
    path,
    guid: `${path}#deal-${deal.promotion_id}`,
    description: `${book.blurb} Until ${formatDate(deal.deal_ends_on)}.`.trim(),
    at: vancouverInstant(deal.promotion_date, CUTOFF_HOUR),
  };
}

function rssOf({ title, path, self, description, items }: Feed, appUrl: string) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${xmlText(title)}</title>`,
    `<link>${xmlText(appUrl + path)}</link>`,
    `<description>${xmlText(description)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xmlText(appUrl + self)}" rel="self" type="application/rss+xml"/>`,
    ...items.map((item) => itemXml(item, appUrl)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const itemXml = ({ title, path, guid, description, at }: Item, appUrl: string) =>
  [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    `<link>${xmlText(appUrl + path)}</link>`,
    `<guid isPermaLink="false">${xmlText(appUrl + guid)}</guid>`,
    `<description>${xmlText(description)}</description>`,
    ...(at ? [`<pubDate>${at.toUTCString()}</pubDate>`] : []),
    '</item>',
  ].join('');
