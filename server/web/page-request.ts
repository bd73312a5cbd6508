import type { Request } from 'express';

/** The query keys that change what a page shows. Whatever else is in the query (aff_id, utm_source, tokens) never reaches the renderer. */
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
  'price_max',
  'free',
  // authors and the blog
  'letter',
  'tag_id',
  // the price calculator
  'price',
  'clicks',
  'top',
  // how a form went that was sent without script
  'sent',
] as const;

/** '/books?page=2&q=tea': the path and the known query keys in a fixed order, at once the cache's key and the address rendered. */
export function pageKey(originalUrl: string) {
  const { path, search } = partsOf(originalUrl);
  const query = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of PAGE_QUERY) {
    const value = query.get(name);
    if (value) known.set(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}

/** A redirect keeps the query of the address that was asked for, and never leaves this site. */
export function redirectTarget(location: string, originalUrl: string) {
  const target = partsOf(`/${location.replace(/^[/\\]+/, '')}`);
  const query = new URLSearchParams(target.search);
  for (const [name, value] of new URLSearchParams(partsOf(originalUrl).search)) {
    if (!query.has(name)) query.append(name, value);
  }
  return query.size > 0 ? `${target.path}?${query}` : target.path;
}

function partsOf(url: string) {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}

/** Credentials travel in these cookies (spec §9); the page itself is the same, but it is not kept for others. */
export const hasRoleCookie = (req: Request) => /(?:^|;\s*)(?:partner|user)=[^;\s]/.test(req.headers.cookie ?? '');
