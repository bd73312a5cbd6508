import type { Request } from 'express';
import { CHANNEL_PARAMETER } from '#shared/share-channels.ts';
import { MAX_COMPARED_SITES } from '#shared/site-facts.ts';

/** Query parameters that change the rendered page. All others (aff_id, utm_source, tokens) never reach the renderer. */
const PAGE_QUERY = [
  'page',
  'q',
  'category_id',
  'free_only',
  'sort',
  // deals
  'price_max_cents',
  'store',
  // promotion sites
  'genre',
  'budget',
  'site',
  // authors and the blog
  'letter',
  'tag_id',
  // the price calculator
  'price',
  'clicks',
  'top',
  // the break-even calculator
  ...['book_price', 'plan', 'mb', 'royalty', 'conversion', 'read_on', 'later', 'low', 'usual', 'high'],
  // what a reader follows or saves
  'item',
  // the unsubscribe page for someone who never confirmed
  'unconfirmed',
  // the shared link that led to a book
  CHANNEL_PARAMETER,
  // result of a form submitted without JavaScript
  'sent',
];

/** '/books?page=2&q=tea': the path and known parameters in a fixed order; both the cache key and the URL rendered. */
export function pageKey(originalUrl: string) {
  const { path, search } = partsOf(originalUrl);
  const query = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of PAGE_QUERY) {
    // Only the comparison of sites repeats a parameter.
    const values = name === 'site' ? query.getAll(name).slice(0, MAX_COMPARED_SITES) : [query.get(name)];
    for (const value of values) if (value) known.append(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}

/** Keeps the requested query in a redirect, and never leaves this site. */
export function redirectTarget(location: string, originalUrl: string) {
  const target = partsOf(`/${location.replace(/^[/\\]+/, '')}`);
  const query = new URLSearchParams(target.search);
  const own = new Set(query.keys());
  for (const [name, value] of new URLSearchParams(partsOf(originalUrl).search)) {
    if (!own.has(name)) query.append(name, value);
  }
  return query.size > 0 ? `${target.path}?${query}` : target.path;
}

function partsOf(url: string) {
  const queryStart = url.indexOf('?');
  return queryStart < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, queryStart), search: url.slice(queryStart + 1) };
}

/** True if a cookie with credentials is present; pages for such requests aren't cached. */
export const hasRoleCookie = (req: Request) => /(?:^|;\s*)(?:partner|user)=[^;\s]/.test(req.headers.cookie ?? '');
