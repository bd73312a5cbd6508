/**
 * Remembers the positions where pages of long lists start. An offset reads all rows before it, but page 1000 may take
 * at most 1.5 times as long as the first (docs/performance.md).
 */
import { LRUCache } from 'lru-cache';

/** The page starts after this id, as long as the list's `changed` is the same. */
export type PageCursor = { page: number; after: number; changed: string };

type PageStart = { changed: string; page: number; before: number | null; last: number | null };

const MAX_LISTS = 200;
const MAX_PLACES = 2_000;

export function createPageCursors() {
  const lists = new LRUCache<string, { changed: string; after: Map<number, number> }>({ max: MAX_LISTS });

  /** The last known position at or before the page, or null if that is the start. */
  function nearest(list: string, page: number): PageCursor | null {
    const known = lists.get(list);
    if (!known || page === 1) return null;
    const at = known.after.has(page) ? page : Math.max(0, ...[...known.after.keys()].filter((start) => start < page));
    return at ? { page: at, after: known.after.get(at)!, changed: known.changed } : null;
  }

  /** Remembers where this page starts and, if it is full, where the next one does (`last` is the page's last id). */
  function remember(list: string, { changed, page, before, last }: PageStart) {
    const known = lists.get(list);
    const current = known?.changed === changed && known.after.size < MAX_PLACES ? known : { changed, after: new Map() };
    if (before !== null) current.after.set(page, before);
    if (last !== null) current.after.set(page + 1, last);
    lists.set(list, current);
  }

  return { nearest, remember };
}
