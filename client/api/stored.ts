/** Browser storage: the visitor's first referrer, the last searches of some lists, and the data of one tab. */
import type { Role } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { REFERRAL_MEMORY_DAYS, REFERRAL_PARAMETER } from '#shared/referrals.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const FIRST_TOUCH = { referrer_id: REFERRAL_PARAMETER, utm_source: 'utm_source' } as const;
type FirstTouchName = keyof typeof FIRST_TOUCH;

/** Stores the first `aff_id` and the first `utm_source` of a visit, for REFERRAL_MEMORY_DAYS or until logout. */
export function captureFirstTouch(search: string, now: Date, store: Store) {
  const params = new URLSearchParams(search);
  for (const [name, parameter] of Object.entries(FIRST_TOUCH) as [FirstTouchName, string][]) {
    const value = params.get(parameter)?.slice(0, 100);
    if (value && !firstTouch(name, now, store))
      trySet(store, name, JSON.stringify({ value, until: now.getTime() + REFERRAL_MEMORY_DAYS * DAY_MS }));
  }
}

export function firstTouch(name: FirstTouchName, now: Date, store: Store): string | null {
  const entry = parseJson(store.getItem(name)) as { value?: string; until?: number } | null;
  return entry?.value && (entry.until ?? 0) > now.getTime() ? entry.value : null;
}

/** A list whose last search is remembered, by role, because both roles can be signed in at the same time. */
export type RememberedList = `${Role}_${'promotions' | 'books'}`;

/** The query of a list's last search, or '' if there is none. Stored until logout. */
export const rememberedSearch = (list: RememberedList, store: Store) => store.getItem(`${list}_search`) ?? '';
export const rememberSearch = (list: RememberedList, query: string, store: Store) =>
  trySet(store, `${list}_search`, query);

/** Saves nothing if the browser's storage is full. */
function trySet(store: Store, name: string, value: string) {
  try {
    store.setItem(name, value);
  } catch {}
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const NO_STORE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined };

type ClearableStore = Store & { clear(): void };

/** localStorage, or a store that saves nothing if the browser blocks it. Also saves nothing while it's full. */
export const browserStore = () => unlessBlocked(() => localStorage);
/** sessionStorage, with the same exceptions. */
export const tabStore = () => unlessBlocked(() => sessionStorage);

function unlessBlocked(open: () => Storage): ClearableStore {
  try {
    const store = open();
    store.getItem('');
    return {
      getItem: (name) => store.getItem(name),
      setItem: (name, value) => trySet(store, name, value),
      removeItem: (name) => store.removeItem(name),
      clear: () => store.clear(),
    };
  } catch {
    return NO_STORE;
  }
}
