import { beforeEach, expect, it } from 'vitest';
import { NEW_BOOKING } from './booking-form.ts';
import { forgetBooking, keepBooking, keptBooking } from './kept-booking.ts';

const items = new Map<string, string>();
const store = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
beforeEach(() => items.clear());

const ada = { partner_id: 7, now: new Date('2026-11-21T18:00:00Z') };
const later = { partner_id: 7, now: new Date('2026-11-22T18:00:00Z'), first: '2026-11-23', book_id: '' };
const place = { partner_id: 7, book_id: '27' };
const booking = {
  ...NEW_BOOKING,
  book_id: '27',
  category_id: '6',
  requested_date: '2026-12-04',
  deal_ends_on: '2026-12-07',
  sale_price_cents: 99,
  partner_note: 'Hello',
};

it('offers the booking again until it is submitted or dropped, without its code', () => {
  keepBooking({ ...booking, discount_code: 'SECRET25' }, ada, store);
  expect([...items.values()].join()).not.toContain('SECRET25');
  expect(keptBooking(later, store)).toEqual(booking);
  forgetBooking(place, store);
  expect(keptBooking(later, store)).toBeNull();
});

it('offers nothing to another partner, nor after a week', () => {
  keepBooking(booking, ada, store);
  expect(keptBooking({ ...later, partner_id: 8 }, store)).toBeNull();
  expect(keptBooking({ ...later, now: new Date('2026-11-28T18:00:00Z') }, store)).not.toBeNull();
  expect(keptBooking({ ...later, now: new Date('2026-11-28T18:00:01Z') }, store)).toBeNull();
});

it('keeps one booking per book, and offers the newest when no book is chosen', () => {
  const second = { ...booking, book_id: '28', partner_note: 'Second' };
  keepBooking(booking, ada, store);
  keepBooking(second, ada, store);
  expect(keptBooking({ ...later, book_id: '27' }, store)).toEqual(booking);
  expect(keptBooking({ ...later, book_id: '28' }, store)).toEqual(second);
  expect(keptBooking({ ...later, book_id: '29' }, store)).toBeNull();
  expect(keptBooking(later, store)).toEqual(second);
  forgetBooking({ partner_id: 7, book_id: '28' }, store);
  expect(keptBooking(later, store)).toEqual(booking);
});

it('moves a booking without a book to the book that is chosen', () => {
  keepBooking({ ...booking, book_id: '' }, ada, store);
  keepBooking(booking, ada, store);
  forgetBooking(place, store);
  expect(keptBooking(later, store)).toBeNull();
});

it('says whether the browser kept it', () => {
  expect(keepBooking(booking, ada, store)).toBe(true);
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  expect(keepBooking({ ...booking, partner_note: 'Longer' }, ada, { ...store, setItem: refuse })).toBe(false);
  const blocked = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  expect(keepBooking(booking, ada, blocked)).toBe(false);
});

it('leaves out dates that closed since then', () => {
  const dates = { alternate_dates: ['2026-12-05', '2026-12-09'] };
  keepBooking({ ...booking, ...dates }, ada, store);
  expect(keptBooking({ ...later, first: '2026-12-06' }, store)).toMatchObject({
    requested_date: '2026-12-09',
    alternate_dates: [],
    deal_ends_on: '2026-12-12',
  });
  expect(keptBooking({ ...later, first: '2026-12-10' }, store)).toMatchObject({
    requested_date: '',
    alternate_dates: [],
    deal_ends_on: '',
  });
});

it('is deleted when it is offered too late', () => {
  keepBooking(booking, ada, store);
  keptBooking({ ...later, now: new Date('2026-12-30T18:00:00Z') }, store);
  expect(store.getItem('partner_booking')).toBeNull();
});

it('survives a value that something else wrote', () => {
  for (const text of ['{', '{"values":{}}', 'null']) {
    store.setItem('partner_booking', text);
    expect(keptBooking(later, store)).toBeNull();
  }
});
