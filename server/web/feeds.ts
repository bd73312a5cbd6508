/** RSS feeds: all deals, each category's and each reader's deals, and both blogs. */

import { Router } from 'express';
import { matchesPreferences } from '#server/newsletters/assemble.ts';
import { dealOf, dealRows } from '#server/newsletters/deals.ts';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { readFeedToken } from '#server/readers/feed-token.ts';
import { blogApi } from '#shared/api/blog.ts';
import { booksApi } from '#shared/api/books.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Book } from '#shared/books.ts';
import { CUTOFF_HOUR } from '#shared/business.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { slugOf } from '#shared/slug.ts';
import { xmlText } from './xml.ts';

/** `guid` identifies the record rather than its URL, so that feed readers don't repeat items after the site moves. */
type Item = { title: string; path: string; guid: string; description: string; at: Date | null };
type Feed = { title: string; path: string; self: string; description: string; items: Item[] };

const MAX_ITEMS = 50;

export function feedRoutes(deps: Pick<Deps, 'db' | 'config' | 'now'>, pages: PublicApi): Router {
  const router = Router();
  const { appUrl } = deps.config;
  const runningDeals = createRunningDeals(deps);
  router.get('/feeds/readers/:token.rss', async (req, res, next) => {
    const feed = await readerFeed(deps, runningDeals, req.params.token);
    if (!feed) return next();
    res.set('Cache-Control', 'private, max-age=600').type('application/rss+xml').send(rssOf(feed, appUrl));
  });
  router.get('/feeds/:name.rss', async (req, res, next) => {
    const feed = await feedNamed(deps, pages, req.params.name);
    if (!feed) return next();
    res.set('Cache-Control', 'public, max-age=600').type('application/rss+xml').send(rssOf(feed, appUrl));
  });
  return router;
}

/** The feed of a blog, of all deals, or of a category, by its name; null for any other name. */
async function feedNamed(deps: Pick<Deps, 'db'>, pages: PublicApi, name: string): Promise<Feed | null> {
  if (name === 'blog') return blogFeed(pages);
  if (name === 'reader-blog') return readerBlogFeed(pages);
  if (name === 'deals') return dealsFeed(pages);
  // Postgres can't store text with a null character.
  const category = name.includes('\0') ? null : await deps.db.category.findUnique({ where: { slug: name } });
  if (!category) return null;
  const query = { category_id: category.id, deals_only: true, sort_col: 'promotion_date', per: MAX_ITEMS };
  const { books } = await pages(booksApi).list({ query });
  return {
    title: `${category.name} ebook deals · Deckle`,
    path: paths.category(category),
    self: `/feeds/${name}.rss`,
    description: `${category.name} ebooks that are free, 99 cents, or at least half off today.`,
    items: itemsOf(books),
  };
}

async function dealsFeed(pages: PublicApi): Promise<Feed> {
  const { books } = await pages(booksApi).list({
    query: { deals_only: true, sort_col: 'promotion_date', per: MAX_ITEMS },
  });
  return {
    title: 'Ebook deals · Deckle',
    path: paths.deals(),
    self: '/feeds/deals.rss',
    description: 'Ebooks that are free, 99 cents, or at least half off today.',
    items: itemsOf(books),
  };
}

/** All running deals as the newsletter shows them, newest first. One list serves every reader's feed. */
const createRunningDeals = (deps: Pick<Deps, 'db' | 'config' | 'now'>) =>
  memoizeFor(
    async (date: string) => {
      const rows = await dealRows(deps.db, {
        sent_at: { not: null },
        cancelled_at: null,
        promotion_date: { lte: parseDate(date) },
        deal_ends_on: { gte: parseDate(date) },
        book: { status: 'active' },
      });
      return rows
        .toSorted((a, b) => b.promotion_date!.getTime() - a.promotion_date!.getTime() || b.id - a.id)
        .map((row) => {
          const deal = dealOf(deps, row);
          const path = paths.book({ id: row.book_id, slug: slugOf(deal.title) });
          const dates = { promotion_date: toIsoDate(row.promotion_date!), deal_ends_on: toIsoDate(row.deal_ends_on) };
          return { deal, item: dealItem({ ...deal, ...dates, path }) };
        });
    },
    { key: String, max: 2, ttlMs: MINUTE_MS, now: deps.now },
  );

/**
 * Running deals that fit the reader's genres, stores, and prices. The feed doesn't identify the reader or reveal their
 * list.
 */
async function readerFeed(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  runningDeals: ReturnType<typeof createRunningDeals>,
  token: string,
) {
  const id = readFeedToken(config.appSecret, token);
  const reader = id && (await db.reader.findUnique({ where: { id }, include: { categories: true } }));
  if (!reader) return null;
  const preferences = { ...reader, category_ids: reader.categories.map(({ category_id }) => category_id) };
  const deals = await runningDeals(vancouverTime(now()).date);
  return {
    title: 'Your ebook deals · Deckle',
    path: paths.deals(),
    self: `/feeds/readers/${token}.rss`,
    description: 'Today’s deals in your genres and stores.',
    items: deals
      .filter(({ deal }) => matchesPreferences(preferences, deal))
      .slice(0, MAX_ITEMS)
      .map(({ item }) => item),
  };
}

async function blogFeed(pages: PublicApi): Promise<Feed> {
  const { blogs } = await pages(blogApi).list({ query: { per: MAX_ITEMS } });
  return {
    title: 'The Deckle blog',
    path: paths.blog(),
    self: '/feeds/blog.rss',
    description: 'For authors and publishers: how promotions work and what the numbers say.',
    items: blogs.map((blog) => postItem(blog, { path: paths.blogPost(blog), guid: `deckle:blog:${blog.id}` })),
  };
}

async function readerBlogFeed(pages: PublicApi): Promise<Feed> {
  const { reader_blogs } = await pages(blogApi).listForReaders({ query: { per: MAX_ITEMS } });
  return {
    title: 'The Deckle reader blog',
    path: paths.readerBlog(),
    self: '/feeds/reader-blog.rss',
    description: 'Reading lists, genre guides, and tips for getting more out of your ebooks.',
    items: reader_blogs.map((blog) =>
      postItem(blog, { path: paths.readerBlogPost(blog), guid: `deckle:reader-blog:${blog.id}` }),
    ),
  };
}

type Post = { title: string; summary: string; published_at: string | null };

const postItem = ({ title, summary, published_at }: Post, { path, guid }: Pick<Item, 'path' | 'guid'>): Item => ({
  title,
  path,
  guid,
  description: summary,
  at: published_at ? new Date(published_at) : null,
});

type FeedDeal = {
  promotion_id: number;
  path: string;
  title: string;
  author_name: string | null;
  blurb: string;
  sale_price_cents: number;
  current_price_cents: number;
  promotion_date: string;
  deal_ends_on: string;
};

/** The guid is the deal's, because a book may have another deal later. It doesn't change with the URL or the title. */
function dealItem({ promotion_id, path, title, author_name, blurb, ...deal }: FeedDeal): Item {
  const name = author_name ? `${title} by ${author_name}` : title;
  const price = formatDealPrice(deal.sale_price_cents);
  return {
    title: `${name}: ${price} instead of ${formatCents(deal.current_price_cents)}`,
    path,
    guid: `deckle:deal:${promotion_id}`,
    description: `${blurb} Until ${formatDate(deal.deal_ends_on)}.`.trim(),
    at: vancouverInstant(deal.promotion_date, CUTOFF_HOUR),
  };
}

/** Items of books that have a deal. */
const itemsOf = (books: readonly Book[]) =>
  books.flatMap((book) => (book.deal ? dealItem({ ...book, ...book.deal, path: paths.book(book) }) : []));

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
    `<guid isPermaLink="false">${xmlText(guid)}</guid>`,
    `<description>${xmlText(description)}</description>`,
    ...(at ? [`<pubDate>${at.toUTCString()}</pubDate>`] : []),
    '</item>',
  ].join('');
