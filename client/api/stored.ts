/** Browser storage apart from the cookies: where the visitor came from, and the last searches. */
import type { Role } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { REFERRAL_MEMORY_DAYS, REFERRAL_PARAMETER } from '#shared/referrals.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const FIRST_TOUCH = { referrer_id: REFERRAL_PARAMETER, utm_source: 'utm_source' } as const;
type Touch = keyof typeof FIRST_TOUCH;

/** Keeps `aff_id` and `utm_source` of the first visit that had them, for REFERRAL_MEMORY_DAYS. */
export function captureFirstTouch(search: string, now: Date, store: Store) {
  const params = new URLSearchParams(search);
  for (const [name, parameter] of Object.entries(FIRST_TOUCH) as [Touch, string][]) {
    const value = params.get(parameter)?.slice(0, 100);
    if (!value || firstTouch(name, now, store)) continue;
    const until = now.getTime() + REFERRAL_MEMORY_DAYS * DAY_MS;
    store.setItem(name, JSON.stringify({ value, until }));
  }
}

export function firstTouch(name: Touch, now: Date, store: Store): string | null {
  const storedItem = parseJson(store.getItem(name)) as { value?: string; until?: number } | null;
  return storedItem?.value && storedItem.until && storedItem.until > now.getTime() ? storedItem.value : null;
}

/** A list of one role. Both roles can be signed in at the same time, and each has its own filters. */
export type Search = `${Role}_${'promotions' | 'books'}`;

/** The query of the last search on that list, '' when there is none. Kept until log-out. */
export const rememberedSearch = (list: Search, store: Store) => store.getItem(`${list}_search`) ?? '';
export const rememberSearch = (list: Search, query: string, store: Store) => store.setItem(`${list}_search`, query);

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** localStorage, or a store that forgets where the browser forbids it. */
export function browserStore(): Store & { clear(): void } {
  try {
    localStorage.getItem('');
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined };
  }
}
