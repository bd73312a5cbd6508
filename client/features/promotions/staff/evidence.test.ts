import { expect, it } from 'vitest';
import type { Book } from '#shared/books.ts';
import { listPriceOf } from '#shared/list-price.ts';
import type { Promotion } from '#shared/promotions.ts';
import {
  entryVersions,
  fetchedText,
  messageEvent,
  missingPriceText,
  priceDifferenceText,
  showsEntry,
  submittedText,
} from './evidence.ts';

it('reads the regular price from the store data, and returns null without one', () => {
  expect(
    [undefined, null, {}, { list_price_cents: null }, { list_price_cents: 599 }].map((store_data) =>
      listPriceOf({ store_data }),
    ),
  ).toEqual([null, null, null, null, 599]);
});

it('says whether the price is missing because it wasn’t fetched, or because Amazon has none', () => {
  expect(missingPriceText({ store_data_fetched_at: null })).toBe('store price not fetched');
  expect(missingPriceText({ store_data_fetched_at: '2026-11-23T09:00:00Z' })).toBe('no price at Amazon');
});

it('warns of a claimed price that is well above the store’s', () => {
  expect(priceDifferenceText(999, 499)).toBe('The partner’s current price is 100% higher than the store’s.');
  expect(priceDifferenceText(549, 499)).toBe('The partner’s current price is 10% higher than the store’s.');
  expect(priceDifferenceText(548, 499)).toBe('');
  expect(priceDifferenceText(399, 499)).toBe('');
  expect(priceDifferenceText(499, null)).toBe('');
});

it('formats the age of store data in one unit', () => {
  const age = (fetched_at: string) => fetchedText(fetched_at, '2026-11-23T12:00:00Z');
  expect(age('2026-10-10T12:00:00Z')).toBe('fetched 44 d ago');
  expect(age('2026-11-22T07:00:00Z')).toBe('fetched 29 h ago');
  expect(age('2026-11-23T11:01:00Z')).toBe('fetched 59 min ago');
  expect(age('2026-11-23T11:59:01Z')).toBe('fetched just now');
  expect(age('2026-11-23T12:00:09Z')).toBe('fetched just now');
});

it('says how long ago a promotion was submitted', () => {
  const text = (created_at: string) => submittedText(created_at, '2026-11-23T12:00:00Z');
  expect(text('2026-11-19T11:00:00Z')).toBe('Submitted 4 days ago');
  expect(text('2026-11-22T12:00:00Z')).toBe('Submitted 1 day ago');
  expect(text('2026-11-23T10:59:00Z')).toBe('Submitted 1 hour ago');
  expect(text('2026-11-23T11:01:00Z')).toBe('Submitted 59 min ago');
  expect(text('2026-11-23T11:59:01Z')).toBe('Submitted just now');
});

it('shows both versions of a changed entry, or one if the change doesn’t affect the entry', () => {
  const book = { title: 'New', author_name: 'Mary', blurb: '', description: 'Words.', amazon_url: 'https://a' } as Book;
  const entry = (...changes: NonNullable<Promotion['changed_since_review']>['changes']) =>
    entryVersions(
      {
        ...{ sale_price_cents: 99, current_price_cents: 499, blurb_override: null, addons: [] },
        changed_since_review: changes.length ? { changes, held_because: null, question: null } : null,
      },
      book,
    );
  expect(entry()).toMatchObject([{ title: 'New', sale_price_cents: 99, blurb: 'Words.', is_top: false }]);
  expect(
    entry(
      { field: 'title', approved: 'Old', proposed: 'New' },
      { field: 'sale_price_cents', approved: 99, proposed: 199 },
    ),
  ).toMatchObject([
    { title: 'Old', sale_price_cents: 99 },
    { title: 'New', sale_price_cents: 199 },
  ]);
  expect(entry({ field: 'deal_ends_on', approved: '2026-12-03', proposed: '2026-12-09' })).toHaveLength(1);
  expect(entry({ field: 'kobo_url', approved: 'https://k', proposed: null })).toHaveLength(2);
});

it('shows the entry only while it can be made from the book', () => {
  const shows = (facts: object, ...actions: string[]) =>
    showsEntry({
      ...{ actions: [], changed_since_review: null, display_status: 'awaiting promotion date', frozen_at: null },
      events: actions.map((action) => ({ action })),
      ...facts,
    } as never);
  expect(shows({}, 'submit', 'approve')).toBe(true);
  expect(shows({ actions: ['approve'], display_status: 'awaiting review' }, 'submit')).toBe(true);
  expect(shows({}, 'approve', 'keep_approved')).toBe(false);
  expect(shows({ changed_since_review: { changes: [] } }, 'approve', 'keep_approved')).toBe(true);
  expect(shows({ frozen_at: '2026-12-03T18:00:00.000Z' }, 'approve', 'freeze')).toBe(false);
  expect(shows({ display_status: 'successfully sent' }, 'approve', 'freeze', 'send')).toBe(false);
});

it('finds the latest message, even one from the system', () => {
  const event = (action: string, actor: string) => ({ actor, action }) as never;
  const [asked, declined] = [event('ask_feedback', 'user'), event('reject', 'system')];
  expect(messageEvent([asked, event('edit', 'partner')])).toBe(asked);
  expect(messageEvent([asked, declined])).toBe(declined);
  expect(messageEvent([])).toBeUndefined();
});
