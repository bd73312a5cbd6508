/** The browser's and the tab's storage, with the visitor's first referrer and the last searches of some lists. */
import type { Role } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { REFERRAL_MEMORY_DAYS, REFERRAL_PARAMETER } from '#shared/referrals.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const FIRST_TOUCH = { referrer_id: REFERRAL_PARAMETER, utm_source: 'utm_source' } as const;
type FirstTouchName = keyof typeof FIRST_TOUCH;

/** Stores the visitor's first `aff_id` and first `utm_source`, for REFERRAL_MEMORY_DAYS or until logout. */
export function captureFirstTouch(search: string, now: Date, store: Store) {
  const params = new URLSearchParams(search);
  for (const [name, parameter] of Object.entries(FIRST_TOUCH) as [FirstTouchName, string][]) {
    const value = params.get(parameter)?.slice(0, 100);
    if (value && !firstTouch(name, now, store))
      store.setItem(name, JSON.stringify({ value, until: now.getTime() + REFERRAL_MEMORY_DAYS * DAY_MS }));
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
  store.setItem(`${list}_search`, query);

/** The names of entries that belong to a role's account (content/privacy.md lists all entries). */
const ENTRIES_OF: { [R in Role]: RegExp } = {
  partner: /^(last_)?partner/,
  user: /^(last_user|(note|recent|review|staff|user)_)/,
};

/** Clears the entries, except for those of a role that stays signed in. */
export function clearStore(store: Pick<Store, 'removeItem'> & { names(): string[] }, keptRole: Role | null) {
  for (const name of store.names()) if (!keptRole || !ENTRIES_OF[keptRole].test(name)) store.removeItem(name);
}

const parseJson = (text: string | null): unknown => attempt(() => JSON.parse(text ?? 'null'));

/** localStorage. If the browser blocks it or it's full, saves nothing. */
export const browserStore = () => storeOf(() => localStorage);
/** sessionStorage. If the browser blocks it or it's full, saves nothing. */
export const tabStore = () => storeOf(() => sessionStorage);

const storeOf = (open: () => Storage) => ({
  getItem: (name: string) => attempt(() => open().getItem(name)) ?? null,
  setItem: (name: string, value: string) => attempt(() => open().setItem(name, value)),
  removeItem: (name: string) => attempt(() => open().removeItem(name)),
  names: () => attempt(() => Object.keys(open())) ?? [],
});

/** Returns undefined if the work fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {}
}
