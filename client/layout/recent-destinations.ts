import { browserStore } from '#client/api/stored.ts';
import type { Destination } from './palette.ts';

const KEY = 'staff_recent';
const MAX_RECENT = 6;

/** The latest destinations of the command palette, newest first. Logout clears them. */
export function recentDestinations(store = browserStore()): Destination[] {
  try {
    const stored = JSON.parse(store.getItem(KEY) ?? '[]') as Destination[];
    return stored.map(({ title, detail, to }) => ({ group: 'Recent', title, detail, to }));
  } catch {
    return [];
  }
}

export function rememberDestination(destination: Destination, store = browserStore()) {
  const others = recentDestinations(store).filter(({ to }) => to !== destination.to);
  store.setItem(KEY, JSON.stringify([destination, ...others].slice(0, MAX_RECENT)));
}
