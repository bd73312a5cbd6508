import { afterEach, expect, it, vi } from 'vitest';
import {
  browserStore,
  captureFirstTouch,
  clearStore,
  firstTouch,
  rememberedSearch,
  rememberSearch,
  tabStore,
} from './stored.ts';

afterEach(() => void vi.unstubAllGlobals());

function memoryStore() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    names: () => [...values.keys()],
  };
}

const day = (date: string) => new Date(`${date}T12:00:00Z`);

it('keeps the first referrer, not a later one', () => {
  const store = memoryStore();
  captureFirstTouch('?aff_id=7&utm_source=mail', day('2026-11-21'), store);
  captureFirstTouch('?aff_id=8', day('2026-12-01'), store);
  expect(firstTouch('referrer_id', day('2026-12-02'), store)).toBe('7');
  expect(firstTouch('utm_source', day('2026-12-02'), store)).toBe('mail');
});

it('forgets the referrer after 90 days, and stores a new one', () => {
  const store = memoryStore();
  captureFirstTouch('?aff_id=7', day('2026-01-01'), store);
  expect(firstTouch('referrer_id', day('2026-03-31'), store)).toBe('7');
  expect(firstTouch('referrer_id', day('2026-04-01'), store)).toBeNull();
  captureFirstTouch('?aff_id=8', day('2026-04-01'), store);
  expect(firstTouch('referrer_id', day('2026-04-02'), store)).toBe('8');
});

it('ignores broken entries', () => {
  const store = memoryStore();
  store.setItem('referrer_id', '{oops');
  expect(firstTouch('referrer_id', day('2026-01-01'), store)).toBeNull();
});

it('saves nothing when the browser’s storage is full', () => {
  const full = {
    ...memoryStore(),
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', full);
  vi.stubGlobal('sessionStorage', full);
  for (const store of [browserStore(), tabStore()]) {
    store.setItem('note', 'Half a note');
    expect(store.getItem('note')).toBeNull();
  }
});

it('remembers the last search by list and role', () => {
  const store = memoryStore();
  rememberSearch('partner_promotions', 'q=tea', store);
  expect(rememberedSearch('partner_promotions', store)).toBe('q=tea');
  expect(rememberedSearch('partner_books', store)).toBe('');
  expect(rememberedSearch('user_promotions', store)).toBe('');
});

it('clears all entries, except for those of a role that stays signed in', () => {
  const partners = ['partner_booking', 'partner_series', 'partner_books_search', 'last_partner'];
  const staffs = [
    ...['note_7_12', 'note_7_', 'user_books_search', 'last_user', 'staff_recent'],
    ...['review_keys', 'review_hold', 'review_place', 'recent_decisions_3'],
  ];
  const others = ['referrer_id', 'ticks:/guides/covers', 'book_draft', 'reader'];
  const left = (keptRole: 'partner' | 'user' | null) => {
    const store = memoryStore();
    for (const name of [...partners, ...staffs, ...others]) store.setItem(name, 'x');
    clearStore(store, keptRole);
    return store.names();
  };
  expect(left('user')).toEqual(staffs);
  expect(left('partner')).toEqual(partners);
  expect(left(null)).toEqual([]);
});
