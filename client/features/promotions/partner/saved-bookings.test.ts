import { beforeEach, expect, it } from 'vitest';
import { NEW_BOOKING } from './booking-form.ts';
import { deleteSavedBooking, loadSavedBooking, saveBooking } from './saved-bookings.ts';

const items = new Map<string, string>();
const store = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
beforeEach(() => items.clear());

const ada = { partner_id: 7, now: new Date('2026-11-21T18:00:00Z') };
const later = { partner_id: 7, now: new Date('2026-11-22T18:00:00Z'), first: '2026-11-23', book_id: '' };
const key = { partner_id: 7, book_id: '27' };
const booking = {
  ...NEW_BOOKING,
  book_id: '27',
  category_id: '6',
  requested_date: '2026-12-04',
  deal_ends_on: '2026-12-07',
  sale_price_cents: 99,
  partner_note: 'Hello',
};

it('offers the booking again, without its code, until it’s deleted', () => {
  saveBooking({ ...booking, discount_code: 'SECRET25' }, ada, store);
  expect([...items.values()].join()).not.toContain('SECRET25');
  expect(loadSavedBooking(later, store)).toEqual(booking);
  deleteSavedBooking(key, store);
  expect(loadSavedBooking(later, store)).toBeNull();
});

it('doesn’t save a booking that it couldn’t read again', () => {
  expect(saveBooking({ ...booking, current_price_cents: 9_999_999_999_999_900 }, ada, store)).toBe(false);
  expect(loadSavedBooking(later, store)).toBeNull();
});

it('offers nothing to another partner, or after a week', () => {
  saveBooking(booking, ada, store);
  expect(loadSavedBooking({ ...later, partner_id: 8 }, store)).toBeNull();
  expect(loadSavedBooking({ ...later, now: new Date('2026-11-28T18:00:00Z') }, store)).not.toBeNull();
  expect(loadSavedBooking({ ...later, now: new Date('2026-11-28T18:00:01Z') }, store)).toBeNull();
});

it('saves one booking per book, and offers the newest if no book is chosen', () => {
  const second = { ...booking, book_id: '28', partner_note: 'Second' };
  saveBooking(booking, ada, store);
  saveBooking(second, ada, store);
  expect(loadSavedBooking({ ...later, book_id: '27' }, store)).toEqual(booking);
  expect(loadSavedBooking({ ...later, book_id: '28' }, store)).toEqual(second);
  expect(loadSavedBooking({ ...later, book_id: '29' }, store)).toBeNull();
  expect(loadSavedBooking(later, store)).toEqual(second);
  deleteSavedBooking({ partner_id: 7, book_id: '28' }, store);
  expect(loadSavedBooking(later, store)).toEqual(booking);
});

it('replaces a booking without a book once a book is chosen', () => {
  saveBooking({ ...booking, book_id: '' }, ada, store);
  saveBooking(booking, ada, store);
  deleteSavedBooking(key, store);
  expect(loadSavedBooking(later, store)).toBeNull();
});

it('reports whether the browser saved the booking', () => {
  expect(saveBooking(booking, ada, store)).toBe(true);
  expect(saveBooking({ ...booking, partner_note: 'Longer' }, ada, { ...store, setItem: () => undefined })).toBe(false);
  const blocked = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  expect(saveBooking(booking, ada, blocked)).toBe(false);
});

it('omits dates that have closed since the booking was saved', () => {
  const dates = { alternate_dates: ['2026-12-05', '2026-12-09'] };
  saveBooking({ ...booking, ...dates }, ada, store);
  expect(loadSavedBooking({ ...later, first: '2026-12-06' }, store)).toMatchObject({
    requested_date: '2026-12-09',
    alternate_dates: [],
    deal_ends_on: '2026-12-12',
  });
  expect(loadSavedBooking({ ...later, first: '2026-12-10' }, store)).toMatchObject({
    requested_date: '',
    alternate_dates: [],
    deal_ends_on: '',
  });
});

it('deletes a booking that has expired', () => {
  saveBooking(booking, ada, store);
  loadSavedBooking({ ...later, now: new Date('2026-12-30T18:00:00Z') }, store);
  expect(store.getItem('partner_booking')).toBeNull();
});

it('ignores an invalid stored value', () => {
  for (const text of ['{', '{"values":{}}', 'null']) {
    store.setItem('partner_booking', text);
    expect(loadSavedBooking(later, store)).toBeNull();
  }
});
