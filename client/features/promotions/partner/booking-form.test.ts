import { describe, expect, it } from 'vitest';
import type { Book } from '#shared/books.ts';
import { type Promotion, PromotionInput } from '#shared/promotions.ts';
import { categoryChoices, pricesToOffer, savingText } from './BookingFields.tsx';
import {
  bookingBody,
  bookingValues,
  changeBody,
  checkBody,
  endsOnLastDay,
  NEW_BOOKING,
  prefill,
  withAlternate,
  withDate,
} from './booking-form.ts';

const booked = { ...NEW_BOOKING, requested_date: '2026-12-04', deal_ends_on: '2026-12-07' };

describe('the end of the deal', () => {
  const chosen = { ...booked, deal_ends_on: '2026-12-11', is_deal_end_chosen: true };

  it('follows the date until someone chooses another end', () => {
    expect(withDate(NEW_BOOKING, '2026-12-04').deal_ends_on).toBe('2026-12-07');
    expect(withDate(booked, '2026-12-07').deal_ends_on).toBe('2026-12-10');
    expect(withDate(booked, '2026-12-02').deal_ends_on).toBe('2026-12-05');
    expect(withDate(chosen, '2026-12-07').deal_ends_on).toBe('2026-12-11');
  });

  it('stays where someone chose it, even on the usual day, until a later newsletter date moves it', () => {
    const usual = { ...booked, is_deal_end_chosen: true };
    expect(withDate(usual, '2026-12-02').deal_ends_on).toBe('2026-12-07');
    expect(withDate(withDate(usual, '2026-12-12'), '2026-12-13').deal_ends_on).toBe('2026-12-16');
  });

  it('of a booked promotion counts as chosen unless it is the usual day', () => {
    const promotion = (deal_ends_on: string) =>
      ({ requested_date: '2026-12-04', alternate_dates: [], addons: [], deal_ends_on }) as unknown as Promotion;
    expect(bookingValues(promotion('2026-12-07')).is_deal_end_chosen).toBe(false);
    expect(bookingValues(promotion('2026-12-08')).is_deal_end_chosen).toBe(true);
  });

  it('moves from a chosen date if the deal would end before the newsletter', () => {
    expect(withDate(chosen, '2026-12-12').deal_ends_on).toBe('2026-12-15');
  });

  it('moves back when the last alternative date is removed', () => {
    const longer = withAlternate(booked, '2026-12-10');
    expect(longer.deal_ends_on).toBe('2026-12-13');
    expect(withAlternate(longer, '2026-12-10').deal_ends_on).toBe('2026-12-07');
  });

  it('is detected if it falls on the last newsletter date', () => {
    expect(endsOnLastDay({ ...booked, deal_ends_on: '2026-12-04' })).toBe(true);
    expect(endsOnLastDay({ ...booked, deal_ends_on: '2026-12-05' })).toBe(false);
    expect(endsOnLastDay({ ...booked, alternate_dates: ['2026-12-07'] })).toBe(true);
    expect(endsOnLastDay(NEW_BOOKING)).toBe(false);
  });
});

it('adds and removes alternative dates, in order, at most five', () => {
  const two = withAlternate(withAlternate(booked, '2026-12-10'), '2026-12-06');
  expect(two.alternate_dates).toEqual(['2026-12-06', '2026-12-10']);
  expect(two.deal_ends_on).toBe('2026-12-13');
  expect(withAlternate(two, '2026-12-06').alternate_dates).toEqual(['2026-12-10']);
  const five = { ...booked, alternate_dates: ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09'] };
  expect(withAlternate(five, '2026-12-11').alternate_dates).toEqual(five.alternate_dates);
});

it('removes the chosen date from the alternatives', () => {
  const values = { ...booked, alternate_dates: ['2026-12-05', '2026-12-06'] };
  expect(withDate(values, '2026-12-05').alternate_dates).toEqual(['2026-12-06']);
});

const emma = { id: 27, category_id: 6, secondary_category_id: 9 } as Book;

it("promotes again with the last promotion's category and prices", () => {
  const last = { category_id: 9, current_price_cents: 399, sale_price_cents: 99 } as Promotion;
  expect(prefill(NEW_BOOKING, { book: emma, last })).toMatchObject({
    book_id: '27',
    category_id: '9',
    current_price_cents: 399,
    sale_price_cents: 99,
    requested_date: '',
  });
  expect(prefill(NEW_BOOKING, { book: emma, last: undefined })).toMatchObject({
    category_id: '6',
    current_price_cents: '',
  });
});

it('keeps what the partner changed while the last promotion was loading', () => {
  const last = { category_id: 9, current_price_cents: 399, sale_price_cents: 99 } as Promotion;
  const before = { ...NEW_BOOKING, book_id: '27', category_id: '4' };
  const typed = { ...before, sale_price_cents: 0, partner_note: 'Hello' };
  expect(prefill(typed, { book: emma, last }, { before })).toMatchObject({
    ...{ category_id: '9', current_price_cents: 399, sale_price_cents: 0, partner_note: 'Hello' },
  });
  const chosen = { ...before, category_id: '5' };
  expect(prefill(chosen, { book: emma, last }, { before })).toMatchObject({ category_id: '5', sale_price_cents: 99 });
});

it('empties the prices of another book’s last promotion, but not typed ones', () => {
  const filledPrices = { current_price_cents: 399, sale_price_cents: 99 };
  const values = { ...NEW_BOOKING, ...filledPrices, sale_price_cents: 0 };
  expect(prefill(values, { book: emma, last: undefined }, { filledPrices })).toMatchObject({
    ...{ current_price_cents: '', sale_price_cents: 0 },
  });
});

it('sends a free price as 0 and reports blank fields as missing', () => {
  const values = { ...booked, book_id: '27', category_id: '6', sale_price_cents: 0, current_price_cents: '' as const };
  expect(bookingBody(values)).toMatchObject({ book_id: 27, category_id: 6, sale_price_cents: 0 });
  expect(PromotionInput.safeParse(bookingBody(values)).error?.issues.map(({ path }) => path[0])).toEqual([
    'current_price_cents',
  ]);
});

it('checks the filled-in fields, once there is a book', () => {
  expect(checkBody(NEW_BOOKING)).toBeNull();
  expect(checkBody({ ...NEW_BOOKING, book_id: '27', sale_price_cents: 0 }, 12)).toEqual({
    book_id: 27,
    category_id: undefined,
    requested_date: undefined,
    deal_ends_on: undefined,
    current_price_cents: undefined,
    sale_price_cents: 0,
    promotion_id: 12,
  });
});

it('fills in the date that staff chose, removes it from the alternatives, and omits released add-ons', () => {
  const addon = { addon_id: 1, name: 'top_of_newsletter', label: 'Top', price_cents: 1000 };
  const promotion = {
    requested_date: '2026-12-01',
    promotion_date: '2026-12-03',
    alternate_dates: ['2026-12-03', '2026-12-04'],
    addons: [
      { ...addon, state: 'confirmed' },
      { ...addon, addon_id: 2, state: 'released' },
    ],
  } as Promotion;
  expect(bookingValues(promotion)).toMatchObject({
    requested_date: '2026-12-03',
    alternate_dates: ['2026-12-04'],
    addon_ids: [1],
  });
});

it('sends only the fields that differ from the initial values', () => {
  const before = { ...booked, category_id: '6', current_price_cents: 499, sale_price_cents: 99 };
  expect(changeBody(before, { ...before, sale_price_cents: 0 })).toEqual({ sale_price_cents: 0 });
  expect(changeBody(before, { ...before, category_id: '9', partner_note: 'Hello' })).toEqual({
    category_id: 9,
    partner_note: 'Hello',
  });
  expect(changeBody(before, withDate(before, '2026-12-09'))).toEqual({
    requested_date: '2026-12-09',
    deal_ends_on: '2026-12-12',
  });
  expect(changeBody(before, { ...before, alternate_dates: [] })).toEqual({});
});

it("lists the book's own categories first, without repeating them", () => {
  const category = (id: number, name: string) => ({ id, name, slug: name, super_category_id: 1, is_adult: false });
  const groups = [{ id: 1, name: 'Fiction', categories: [category(6, 'Romance'), category(9, 'Classics')] }];
  expect(categoryChoices(groups, { category_id: 9, secondary_category_id: null })).toEqual([
    { group: 'Your book’s categories', items: [{ value: '9', label: 'Classics' }] },
    { group: 'Fiction', items: [{ value: '6', label: 'Romance' }] },
  ]);
  expect(categoryChoices(groups, { category_id: 9, secondary_category_id: 9 })[0]!.items).toHaveLength(1);
  expect(categoryChoices(groups, undefined)).toHaveLength(1);
});

it('shows the percentage off, rounded down', () => {
  expect(savingText(699, 99)).toBe('85% off');
  expect(savingText(499, 0)).toBe('');
  expect(savingText(99, 99)).toBe('');
  expect(savingText('', 99)).toBe('');
});

it('offers only deal prices that the rules allow', () => {
  expect(pricesToOffer('')).toEqual([0, 99, 199, 299]);
  expect(pricesToOffer(399)).toEqual([0, 99, 199]);
  expect(pricesToOffer(299)).toEqual([0, 99]);
  expect(pricesToOffer(99)).toEqual([0, 99]);
});
