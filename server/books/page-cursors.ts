/**
 * Remembers the positions where pages of long lists start. An offset reads all rows before it, but page 1000 may take
 * at most 1.5 times as long as the first (docs/performance.md).
 */
import { LRUCache } from 'lru-cache';

/** The page starts after this id, as long as the list's `changed` is the same. */
export type PageCursor = { page: number; after: number; changed: string };

type PageStart = { changed: string; page: number; before: number | null; last: number | null };

const MAX_LISTS = 200;
const MAX_POSITIONS = 2_000;

export function createPageCursors() {
  const lists = new LRUCache<string, { changed: string; after: Map<number, number> }>({ max: MAX_LISTS });

  /** The last known position at or before the page. Null for page 1, and if none is known. */
  function nearest(list: string, page: number): PageCursor | null {
    const stored = lists.get(list);
    if (!stored || page === 1) return null;
    const start = stored.after.has(page)
      ? page
      : Math.max(0, ...[...stored.after.keys()].filter((start) => start < page));
    return start ? { page: start, after: stored.after.get(start)!, changed: stored.changed } : null;
  }

  /** Remembers where this page starts and, if it is full, where the next one does (`last` is the page's last id). */
  function remember(list: string, { changed, page, before, last }: PageStart) {
    const stored = lists.get(list);
    const current =
      stored?.changed === changed && stored.after.size < MAX_POSITIONS ? stored : { changed, after: new Map() };
    if (before !== null) current.after.set(page, before);
    if (last !== null) current.after.set(page + 1, last);
    lists.set(list, current);
  }

  return { nearest, remember };
}
