import { expect, it } from 'vitest';
import { destinationOf, matchingDestinations, SCREENS } from './palette.ts';
import { recentDestinations, rememberDestination } from './recent-destinations.ts';

it('finds screens by the start of a word, and lists matches at the start of the title first', () => {
  const titles = (text: string) => matchingDestinations(SCREENS, text).map(({ title }) => title);
  expect(titles('ad')).toEqual(['Add a discount code', 'Admin panel']);
  expect(titles('Promo')).toEqual(['Promotions', 'Check promotion sites']);
  expect(titles('s')).toEqual(['System health', 'Check promotion sites', 'List health']);
  expect(titles('omot')).toEqual([]);
  expect(titles('review q')).toEqual(['Promotions']);
});

it('links each kind of record to its staff screen', () => {
  const to = (kind: Parameters<typeof destinationOf>[0]['kind']) =>
    destinationOf({ kind, id: 7, title: 'Seven', detail: '' }).to;
  expect([to('partner'), to('book'), to('promotion'), to('invoice'), to('newsletter')]).toEqual([
    '/users/partners/7',
    '/users/books/7',
    '/users/promotions/7/edit',
    '/u/invoices/7',
    '/users/newsletters/7',
  ]);
});

it('remembers the latest six destinations once each, newest first', () => {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    names: () => [...values.keys()],
  };
  const [promotions, ...others] = SCREENS;
  for (const screen of [promotions!, ...others.slice(0, 6), promotions!]) rememberDestination(screen, store);
  const recent = recentDestinations(store);
  expect(recent).toHaveLength(6);
  expect(recent[0]).toMatchObject({ group: 'Recent', title: 'Promotions' });
  expect(recent.filter(({ title }) => title === 'Promotions')).toHaveLength(1);
  values.set('staff_recent', 'not JSON');
  expect(recentDestinations(store)).toEqual([]);
});
