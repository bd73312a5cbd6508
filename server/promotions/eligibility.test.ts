/** The sixteen submission rules, each where it passes, where it fails, and at its boundary. */
import { describe, expect, it } from 'vitest';
import { RULE_CODES, type RuleCode } from '#shared/submission-rules.ts';
import { checkEligibility, type EligibilityFacts, eligibilityErrors } from './eligibility.ts';

type Book = EligibilityFacts['book'];
type Changes = Partial<Omit<EligibilityFacts, 'book'>> & { book?: Partial<Book> };

const NOVELS = { min_pages: 50, is_adult: false };
const CHILDRENS = { min_pages: 20, is_adult: false };
const SHORT_STORIES = { min_pages: 30, is_adult: false };
const EROTICA = { min_pages: 50, is_adult: true };

/** A submission that passes every rule. */
const GOOD: EligibilityFacts = {
  business_date: '2026-12-01',
  is_staff: false,
  requested_date: '2026-12-10',
  sale_price_cents: 99,
  current_price_cents: 499,
  book: {
    page_count: 240,
    rating_avg: 4.2,
    rating_count: 120,
    published_on: '2024-05-01',
    content_rating: 'general',
    amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
    ibooks_url: null,
    barnes_and_noble_url: null,
    google_play_url: null,
    kobo_url: null,
  },
  category: NOVELS,
  same_book_dates: [],
  same_author_dates: [],
  places_left: 3,
  has_valid_card: true,
  has_unpaid_promotion: false,
  has_open_dispute: false,
};

const withChanges = ({ book, ...changes }: Changes): EligibilityFacts => ({
  ...GOOD,
  ...changes,
  book: { ...GOOD.book, ...book },
});
const verdict = (code: RuleCode, changes: Changes) =>
  checkEligibility(withChanges(changes)).find((result) => result.code === code)!.passed;

const price = (sale_price_cents: number, current_price_cents: number) => ({ sale_price_cents, current_price_cents });
const pages = (page_count: number | null, category = NOVELS) => ({ book: { page_count }, category });
const bookRated = (rating_avg: number | null, rating_count: number | null) => ({ book: { rating_avg, rating_count } });
const noAmazon = { amazon_url: null };

const CASES: Record<RuleCode, [string, Changes, boolean][]> = {
  price_too_high: [
    ['free', price(0, 499), true],
    ['99 cents', price(99, 499), true],
    ['$4.99', price(499, 1299), true],
    ['$5.00', price(500, 1299), false],
  ],
  discount_too_small: [
    ['exactly half of $4.98', price(249, 498), true],
    ['one cent more than half of $4.98', price(250, 498), false],
    ['just under half of $4.99', price(249, 499), true],
    ['just over half of $4.99', price(250, 499), false],
    ['temporarily free', price(0, 499), true],
    ['permanently free', price(0, 0), true],
    ['permanently 99 cents', price(99, 99), true],
    ['99 cents instead of $1.49', price(99, 149), false],
    ['99 cents instead of 10 cents', price(99, 10), false],
    ['$1.00 instead of $1.99', price(100, 199), false],
    ['permanently 98 cents', price(98, 98), false],
    ['$1.99 instead of $1.99', price(199, 199), false],
    ['a higher price than now', price(399, 299), false],
  ],
  too_short: [
    ['50 pages', pages(50), true],
    ['49 pages', pages(49), false],
    ['an unknown number of pages', pages(null), true],
    ["20 pages for children's books", pages(20, CHILDRENS), true],
    ["19 pages for children's books", pages(19, CHILDRENS), false],
    ['30 pages of short stories', pages(30, SHORT_STORIES), true],
    ['29 pages of short stories', pages(29, SHORT_STORIES), false],
  ],
  rating_too_low: [
    ['3.0 stars by 5 readers', bookRated(3, 5), true],
    ['2.9 stars by 5 readers', bookRated(2.9, 5), false],
    ['2.9 stars by 4 readers', bookRated(2.9, 4), true],
    ['3.0 stars by 4 readers', bookRated(3, 4), true],
    ['one star by thousands', bookRated(1, 4000), false],
    ['no ratings', bookRated(null, null), true],
    ['no ratings, entered as zero', bookRated(0, 0), true],
    ['an unknown number of ratings', bookRated(2, null), true],
    ['an unknown average of many', bookRated(null, 100), true],
  ],
  repeat_too_soon: [
    ['no other promotion of the book', { same_book_dates: [] }, true],
    ['30 days after the last', { same_book_dates: ['2026-11-10'] }, true],
    ['29 days after the last', { same_book_dates: ['2026-11-11'] }, false],
    ['30 days before the next', { same_book_dates: ['2027-01-09'] }, true],
    ['29 days before the next', { same_book_dates: ['2027-01-08'] }, false],
    ['the same day again', { same_book_dates: ['2026-12-10'] }, false],
    ['one near among many far', { same_book_dates: ['2026-01-01', '2026-12-20', '2027-06-01'] }, false],
    ['far from all of many', { same_book_dates: ['2026-01-01', '2026-11-10', '2027-06-01'] }, true],
  ],
  author_twice: [
    ["the author's only promotion", { same_author_dates: [] }, true],
    ['the day after another of the author', { same_author_dates: ['2026-12-09'] }, true],
    ['the day before another of the author', { same_author_dates: ['2026-12-11'] }, true],
    ['the day of another of the author', { same_author_dates: ['2026-11-01', '2026-12-10'] }, false],
  ],
  no_store_link: [
    ['Amazon alone', {}, true],
    ['Kobo alone', { book: { ...noAmazon, kobo_url: 'https://www.kobo.com/us/en/ebook/x' } }, true],
    ['no link', { book: noAmazon }, false],
    ['an empty link', { book: { amazon_url: '' } }, false],
  ],
  store_mismatch: [
    ['a link to the store itself', {}, true],
    ['no link at all', { book: noAmazon }, true],
    ['a Kobo link that leads to another store', { book: { kobo_url: 'https://www.amazon.com/dp/B0ABCDEFGH' } }, false],
    [
      'a host that only begins like the store',
      { book: { amazon_url: 'https://www.amazon.com.example.test/dp/B0' } },
      false,
    ],
    ['a link without encryption', { book: { amazon_url: 'http://www.amazon.com/dp/B0ABCDEFGH' } }, false],
    ['one wrong link among right ones', { book: { google_play_url: 'https://example.test/book' } }, false],
  ],
  pre_order: [
    ['long published', { book: { published_on: '2024-05-01' } }, true],
    ['published on the day of the promotion', { book: { published_on: '2026-12-10' } }, true],
    ['published the day after', { book: { published_on: '2026-12-11' } }, false],
    ['published between today and the promotion', { book: { published_on: '2026-12-05' } }, true],
    ['an unknown date of publication', { book: { published_on: null } }, true],
  ],
  date_full: [
    ['one slot left', { places_left: 1 }, true],
    ['no slot left', { places_left: 0 }, false],
    ['a date without a slot count', { places_left: null }, true],
  ],
  date_past: [
    ['the day after the open newsletter', { requested_date: '2026-12-02' }, true],
    ['the open newsletter itself', { requested_date: '2026-12-01' }, false],
    ['yesterday', { requested_date: '2026-11-30' }, false],
    ['the open newsletter, booked by staff', { requested_date: '2026-12-01', is_staff: true }, true],
    ['yesterday, booked by staff', { requested_date: '2026-11-30', is_staff: true }, false],
  ],
  date_too_far: [
    ['90 days ahead', { requested_date: '2027-03-01' }, true],
    ['91 days ahead', { requested_date: '2027-03-02' }, false],
    ['90 days ahead, booked by staff', { requested_date: '2027-03-01', is_staff: true }, true],
    ['91 days ahead, booked by staff', { requested_date: '2027-03-02', is_staff: true }, false],
  ],
  no_card: [
    ['a valid card', { has_valid_card: true }, true],
    ['no valid card', { has_valid_card: false }, false],
  ],
  unpaid_promotion: [
    ['nothing unpaid', { has_unpaid_promotion: false }, true],
    ['an unpaid promotion', { has_unpaid_promotion: true }, false],
  ],
  open_dispute: [
    ['no dispute', { has_open_dispute: false }, true],
    ['an open dispute', { has_open_dispute: true }, false],
  ],
  adult_category: [
    ['a general book in a general category', { book: { content_rating: 'general' } }, true],
    ['a mature book in a general category', { book: { content_rating: 'mature' } }, true],
    ['an adult book in a general category', { book: { content_rating: 'adult' } }, false],
    ['an adult book in an adult category', { book: { content_rating: 'adult' }, category: EROTICA }, true],
    ['a mature book in an adult category', { book: { content_rating: 'mature' }, category: EROTICA }, true],
    ['a general book in an adult category', { book: { content_rating: 'general' }, category: EROTICA }, false],
    ['a book for teens in an adult category', { book: { content_rating: 'teen' }, category: EROTICA }, false],
  ],
};

it('has sixteen rules, and a good submission passes them all', () => {
  expect(RULE_CODES).toHaveLength(16);
  expect(checkEligibility(GOOD).map(({ code, passed }) => [code, passed])).toEqual(
    Object.keys(CASES).map((code) => [code, true]),
  );
  expect(eligibilityErrors(checkEligibility(GOOD))).toEqual({});
});

describe.each(Object.entries(CASES))('%s', (code, cases) => {
  it.each(
    cases.map(([situation, changes, passed]) => [passed ? 'passes' : 'fails', situation, changes, passed] as const),
  )('%s with %s', (_outcome, _situation, changes, passed) => {
    expect(verdict(code as RuleCode, changes)).toBe(passed);
  });

  it('is the only rule to fail in its first failing case', () => {
    const [, changes] = cases.find(([, , passed]) => !passed)!;
    const failed = checkEligibility(withChanges(changes)).filter(({ passed }) => passed === false);
    expect(failed.map((result) => result.code)).toEqual([code]);
  });
});

describe('an incomplete form', () => {
  const undecidedRules = (changes: Changes) =>
    checkEligibility(withChanges(changes))
      .filter(({ passed }) => passed === null)
      .map((result) => result.code);

  it.each<[string, Changes, RuleCode[]]>([
    [
      'a date',
      { requested_date: undefined },
      ['repeat_too_soon', 'author_twice', 'pre_order', 'date_full', 'date_past', 'date_too_far'],
    ],
    ['a deal price', { sale_price_cents: undefined }, ['price_too_high', 'discount_too_small']],
    ['a current price', { current_price_cents: undefined }, ['discount_too_small']],
    ['a category', { category: undefined }, ['too_short', 'adult_category']],
  ])("without %s leaves open the rules that can't be checked", (_, changes, open) => {
    expect(undecidedRules(changes)).toEqual(open);
  });

  it('has no errors for rules left open', () => {
    const empty = { requested_date: undefined, sale_price_cents: undefined, current_price_cents: undefined };
    expect(eligibilityErrors(checkEligibility(withChanges({ ...empty, category: undefined })))).toEqual({});
  });
});

describe('the errors of a submission', () => {
  it('appear under their field, or under base', () => {
    const results = checkEligibility(
      withChanges({
        ...price(500, 600),
        requested_date: '2026-12-01',
        same_author_dates: ['2026-12-01'],
        has_valid_card: false,
        book: { page_count: 12, content_rating: 'adult' },
      }),
    );
    expect(eligibilityErrors(results)).toEqual({
      sale_price_cents: [
        'The deal price must be free or at most $4.99.',
        'The deal must be free, permanently 99 cents, or at least 50% off the current price.',
      ],
      base: [
        'The book must have at least 50 pages (20 for children’s books, 30 for short stories).',
        'Your default card must be valid: add a card, or choose another one. We won’t charge it until after the newsletter.',
      ],
      requested_date: [
        'An author can have only one promotion per newsletter.',
        'It’s too late to book that date. Choose a later one.',
      ],
      category_id: [
        'Adult books can run only in an adult category, and an adult category takes only Mature and Adult books.',
      ],
    });
  });
});
