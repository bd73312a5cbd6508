import { expect, it } from 'vitest';
import {
  categoryOptions,
  errorsByBook,
  errorsToShow,
  repeatNotes,
  seriesBody,
  seriesOf,
  seriesValues,
} from './series-form.ts';

const book = (id: number, series_number: number | null, series: string | null = 'The Harbor') => ({
  id,
  title: `Book ${id}`,
  author_id: 7,
  author_name: 'Ada Quill',
  category_id: 1,
  secondary_category_id: 2,
  series,
  series_number,
});

const BOUNDS = { first: '2026-12-02', last: '2027-03-01', max: 5, isFull: () => false, bookedDates: () => [] };

it('initially proposes open dates in each book’s category, at least a week apart', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2), book(3, 3)]);
  const full = ['2026-12-02', '2026-12-03', '2026-12-18'];
  const isFull = (category_id: number, date: string) => category_id === 1 && full.includes(date);
  const datesWith = (bounds: object) =>
    seriesValues(series!, { ...BOUNDS, ...bounds }).promotions.map(({ requested_date }) => requested_date);
  expect(datesWith({ isFull })).toEqual(['2026-12-04', '2026-12-11', '2026-12-19']);
  expect(datesWith({ isFull: () => true, last: '2026-12-03' })[0]).toBe('2026-12-03');
});

it('doesn’t choose a book with another promotion within 30 days of its planned date, and says when it can be booked', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2), book(3, 3)]);
  const bookedDates = (id: number) => (id === 1 ? ['2026-12-08'] : id === 3 ? ['2026-11-09', '2027-01-08'] : []);
  const bounds = { ...BOUNDS, bookedDates, isFull: (_: number, date: string) => date === '2027-01-07' };
  const chosen = seriesValues(series!, bounds).promotions.map((one) => [one.is_chosen, one.requested_date]);
  expect(chosen).toEqual([
    [false, '2027-01-09'],
    [true, '2026-12-02'],
    [true, '2026-12-09'],
  ]);
  expect([...repeatNotes(series!, bounds)]).toEqual([
    [
      1,
      'Its promotion on Tuesday December 8th, 2026 is too close: a book can be promoted once every 30 days. The first possible date is Saturday January 9th, 2027.',
    ],
  ]);
});

it('names the first possible date that no other book has', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2), book(3, 3)]);
  // The third book's planned date, December 16th, is 25 days before its promotion.
  const bookedDates = (id: number) => (id === 3 ? ['2027-01-10'] : []);
  const bounds = { ...BOUNDS, bookedDates };
  expect(seriesValues(series!, bounds).promotions[2]).toMatchObject({ requested_date: '2026-12-03' });
  expect(repeatNotes(series!, bounds).get(3)).toMatch(/The first possible date is Thursday December 3rd, 2026\.$/);
  const full = { ...bounds, isFull: (_: number, date: string) => date < '2026-12-14' };
  expect(repeatNotes(series!, { ...full, last: '2027-01-20' }).get(3)).toMatch(/once every 30 days\.$/);
});

it('plans no date after the last bookable date', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2), book(3, 3)]);
  const dates = seriesValues(series!, { ...BOUNDS, last: '2026-12-10' }).promotions.map((one) => one.requested_date);
  expect(dates).toEqual(['2026-12-02', '2026-12-09', '2026-12-10']);
});

it('keeps a chosen end of the deal, and otherwise lets it follow the date', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2)]);
  const { promotions } = seriesValues(series!, BOUNDS);
  promotions[0] = { ...promotions[0]!, requested_date: '2026-12-20' };
  promotions[1] = { ...promotions[1]!, requested_date: '2026-12-20', deal_ends_on: '2026-12-29' };
  const ends = seriesBody({ promotions }).body.promotions.map(({ deal_ends_on }) => deal_ends_on);
  expect(ends).toEqual(['2026-12-23', '2026-12-29']);
});

it('lists series of at least two books in reading order', () => {
  const books = [book(1, 2), book(2, 1, 'the harbor'), book(3, 1, 'Alone'), book(4, null, null)];
  const [series, ...others] = seriesOf(books);
  expect([series!.label, series!.books.map(({ id }) => id), others]).toEqual(['The Harbor by Ada Quill', [2, 1], []]);
});

it('sends the chosen books, and assigns each error to its book', () => {
  const [series] = seriesOf([book(1, 1), book(2, 2), book(3, 3)]);
  const values = seriesValues(series!, BOUNDS);
  expect(values.promotions.map(({ requested_date }) => requested_date)).toEqual([
    '2026-12-02',
    '2026-12-09',
    '2026-12-16',
  ]);
  values.promotions[1]!.is_chosen = false;
  values.promotions[2] = { ...values.promotions[2]!, current_price_cents: 499, sale_price_cents: 0 };
  const { body, indexes } = seriesBody(values);
  expect(body.promotions).toMatchObject([
    { book_id: 1, sale_price_cents: undefined },
    { book_id: 3, requested_date: '2026-12-16', deal_ends_on: '2026-12-19', sale_price_cents: 0 },
  ]);
  const errors = { 'promotions.1.requested_date': ['Booked.'], base: ['No card.'], full_messages: ['x'] };
  expect([...errorsByBook(errors, indexes)]).toEqual([
    [2, ['Booked.']],
    [-1, ['No card.']],
  ]);
});

it('offers the main and the second category, with the price per click of the deal', () => {
  const category = { cpc_free_cents: 35, cpc_discounted_cents: 55 };
  const categories = [
    { id: 2, name: 'Thrillers', ...category },
    { id: 1, name: 'Mystery', ...category },
    { id: 3, name: 'Romance', ...category },
  ];
  expect(categoryOptions(categories, book(1, 1), 99)).toEqual([
    { value: '1', label: 'Mystery, $0.55 per click' },
    { value: '2', label: 'Thrillers, $0.55 per click' },
  ]);
  expect(categoryOptions(categories, { category_id: 1, secondary_category_id: 1 }, 99)).toHaveLength(1);
  expect(categoryOptions(categories, book(1, 1), 0)[0]!.label).toBe('Mystery, $0.35 per click');
  const [series] = seriesOf([book(1, 1), book(2, 2)]);
  const values = seriesValues(series!, BOUNDS);
  values.promotions[1]!.category_id = '2';
  expect(seriesBody(values).body.promotions.map(({ category_id }) => category_id)).toEqual([1, 2]);
});

it('shows the errors of a refused submission instead of those of the check', () => {
  const refused = { base: ['Add a card first.'] };
  expect(errorsToShow(refused, {})).toEqual(refused);
  expect(errorsToShow({}, { base: ['Booked.'] })).toEqual({ base: ['Booked.'] });
  expect(errorsToShow(null, undefined)).toEqual({});
});
