import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  AccountName,
  anyText,
  CalendarDate,
  Cents,
  Email,
  joinsQuery,
  line,
  listQuery,
  optionalLine,
  optionalText,
  optionalUrl,
  pathParam,
  queryFlag,
  queryId,
  recordQuery,
  requiredText,
  text,
  WebUrl,
} from './params.ts';
import { fieldErrorsOf, installZodMessages } from './validation.ts';

beforeAll(() => installZodMessages());

const LONE_HIGH = 'quill \ud83d harbor';
const LONE_LOW = 'quill \udcda harbor';
const BOOKS = 'quill 📚 harbor';
const REFUSED = Symbol('refused');
const parse = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? result.data : REFUSED;
};
const errorsOf = (schema: z.ZodType, value: unknown) => fieldErrorsOf(schema.safeParse(value).error!);

describe('an id in a path', () => {
  it.each([
    ['1', 1],
    ['42', 42],
    ['2147483647', 2_147_483_647],
  ])('accepts %s', (input, id) => {
    expect(parse(pathParam('id'), input)).toEqual(id);
  });

  it.each([
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    '2147483648',
    '9999999999',
    '99999999999',
    'emma',
    '',
    ' 1',
    '1\n',
    '1;',
  ])('rejects %o', (id) => {
    expect(parse(pathParam('id'), id)).toBe(REFUSED);
  });
});

describe('an id in a query', () => {
  it.each(['0', '-1', '1.5', '2147483648', '9007199254740993', '1e3', '', 'x'])('rejects %o', (id) => {
    expect(parse(queryId, id)).toBe(REFUSED);
  });

  it('is parsed to a number', () => {
    expect(parse(queryId, '17')).toBe(17);
  });

  it('rejects a list', () => {
    expect(parse(queryId, ['1', '2'])).toBe(REFUSED);
  });
});

describe('text', () => {
  it('is trimmed before its length is checked', () => {
    expect(parse(text(5), '  quill \n')).toBe('quill');
    expect(parse(text(4), '  quill ')).toBe(REFUSED);
    expect(parse(text(10, 6), ' quill   ')).toBe(REFUSED);
  });

  it.each([
    ['NUL, which Postgres cannot store', 'quill\0harbor'],
    ['a lone high surrogate', LONE_HIGH],
    ['a lone low surrogate', LONE_LOW],
  ])('is rejected with %s', (_, value) => {
    expect(errorsOf(requiredText(100), value)).toEqual({
      base: ['contains characters that we can’t store; please remove them'],
    });
  });

  it('may contain a complete surrogate pair', () => {
    expect(parse(text(100), BOOKS)).toBe(BOOKS);
  });

  it.each([[undefined], [null], [5], [['a']], [{ a: 1 }]])('rejects %o', (value) => {
    expect(parse(text(100), value)).toBe(REFUSED);
  });

  it("that is required can't be blank", () => {
    expect(parse(requiredText(100), ' \t\n ')).toBe(REFUSED);
    expect(parse(text(100), ' \t\n ')).toBe('');
  });

  it('that is optional is null when empty', () => {
    expect(parse(optionalText(100), '')).toBeNull();
    expect(parse(optionalText(100), '  ')).toBeNull();
    expect(parse(optionalText(100), null)).toBeNull();
    expect(parse(optionalText(100), undefined)).toBeUndefined();
    expect(parse(optionalText(100), ' a ')).toBe('a');
    expect(parse(optionalText(100), 'a\0')).toBe(REFUSED);
  });
});

describe('an email address', () => {
  it('is trimmed', () => {
    expect(parse(Email, ' Ada.Quill+books@example.co.uk ')).toBe('Ada.Quill+books@example.co.uk');
  });

  it.each([
    'ada',
    'ada@',
    '@example.test',
    'ada@example',
    'a b@example.test',
    'ada@example.test\r\nBcc: all@example.test',
    'ada@example.test,bob@example.test',
    'ada\0@example.test',
    `${'a'.repeat(250)}@example.test`,
    '',
  ])('rejects %o', (value) => {
    expect(parse(Email, value)).toBe(REFUSED);
  });
});

describe('published text', () => {
  const BIDI = ['\u202e', '\u2066', '\u200f', '\u061c'];

  it('keeps line breaks, joined emoji, and any script', () => {
    for (const value of ['one\n\ntwo', '👩‍🚀 نجوم', 'Ж', '愛', 'a\u200bb'])
      expect(parse(text(50, 1), value)).toBe(value);
  });

  it('rejects characters that change the text direction', () => {
    for (const bidiCharacter of BIDI) {
      const message = 'contains a hidden text-direction character; please retype it';
      expect(errorsOf(z.object({ bio: text(50) }), { bio: `gpj${bidiCharacter}.exe` })).toEqual({ bio: [message] });
    }
  });

  it('rejects invisible text', () => {
    for (const value of ['\u200b', '\u2060\u00ad', '\u3164', '\u2800 \u2800', '\ufeff\u200b'])
      for (const schema of [text(50), text(50, 1), line(50)])
        expect(errorsOf(z.object({ title: schema }), { title: value })).toEqual({ title: ["can't be blank"] });
    expect(parse(optionalText(50), '')).toBeNull();
  });

  it('must be one line for a name or a title', () => {
    for (const lineBreak of ['\n', '\r', '\t', '\u0085', '\u2028', '\u2029'])
      expect(errorsOf(z.object({ title: line(50) }), { title: `a${lineBreak}b` })).toEqual({
        title: ['must be one line'],
      });
    expect(parse(optionalLine(50), ' a ')).toBe('a');
  });
});

it('allows text-direction characters in text that isn’t published', () => {
  expect(parse(anyText(50), 'a\u200fb\n')).toBe('a\u200fb');
});

describe("an account's name", () => {
  it.each([
    'Ada Quill',
    'J.R.R. Tolkien',
    'St. John & Co.',
    'Dr. No',
    'Ph.D. Press',
    'Hartwell-Press',
    'Éditions 7/8',
    'A/B Books',
    'Dr.Smith',
    'St.John',
    'A.B. Cee',
    'J.R.R.Tolkien',
    'M.D.PhD',
    'Prof.Müller',
    'Société S.p.A.',
    'Vol. 1.5',
    '村上春樹',
  ])('accepts %s', (name) => {
    expect(parse(AccountName, name)).toBe(name);
  });

  it.each([
    'Your account is locked. Pay at https://evil.example/pay now',
    'evil.example/pay',
    'www.evil',
    'Pay at evil.com',
    'Pay at EVIL.COM.',
    't.co/abc',
    'пример.рф',
    'HTTP://1.2.3.4',
    't.me',
    'T.ME',
    'Pay at x.com now',
    'Pay at X.Com now',
    'Evil.Shop',
    'evil.example',
    'evil．com',
    'evil。com',
    'evil｡com',
    'ｅｖｉｌ．ｃｏｍ',
    'ev\u00adil.c\u200bom',
    'evil.\u2060com',
    '1.2.3.4',
    'Call 203.0.113.7 now',
    'пример.РФ',
    '例え.テスト',
    'x.xn--p1ai',
    'me@evil.com',
  ])('rejects %s', (name) => {
    expect(errorsOf(z.object({ name: AccountName }), { name })).toEqual({ name: ['can’t contain a web address'] });
  });
});

describe('a web address', () => {
  it.each([
    ['https://example.test/a?b=c#d', 'https://example.test/a?b=c#d'],
    ['http://example.test', 'http://example.test/'],
    ['https://EXAMPLE.test:443/a/../b', 'https://example.test/b'],
    ['https://example.test/a b', 'https://example.test/a%20b'],
    ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('normalizes %s to %s', (url, normalized) => {
    expect([parse(WebUrl, url), parse(optionalUrl, url)]).toEqual([normalized, normalized]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.test/',
    'file:///etc/passwd',
    '//example.test',
    'example.test',
    'http://',
    'https://exa mple.test',
    'https://www.amazon.com\\@evil.example/',
    'https://example.test/a\\b',
    'https://someone@example.test/',
    'https://:secret@example.test/',
    'https://example.test:8443/',
    'https://localhost/',
    'https://example.xn--/',
    'https://example.xn--a-/',
    'https://127.0.0.1/',
    `https://example.test/${'a'.repeat(2000)}`,
  ])('rejects %s', (url) => {
    expect(parse(WebUrl, url)).toBe(REFUSED);
  });

  it('that is optional may be empty', () => {
    expect(parse(optionalUrl, '')).toBeNull();
    expect(parse(optionalUrl, null)).toBeNull();
    expect(parse(optionalUrl, undefined)).toBeUndefined();
    expect(parse(optionalUrl, 'nowhere')).toBe(REFUSED);
  });
});

describe('an invalid date or amount', () => {
  it('is refused instead of rounded or corrected', () => {
    expect(parse(CalendarDate, '2028-02-29')).toBe('2028-02-29');
    expect(errorsOf(CalendarDate, '2026-02-30')).toEqual({ base: ['must be a date, such as 2026-11-21'] });
    expect(parse(CalendarDate, 20261121)).toBe(REFUSED);
    expect(parse(Cents, 0)).toBe(0);
    expect(parse(Cents, 1_000_000)).toBe(1_000_000);
    for (const invalid of [-1, 0.5, 1_000_001, '99', Number.NaN, 2 ** 53]) expect(parse(Cents, invalid)).toBe(REFUSED);
  });
});

describe("a query's joins", () => {
  const Joins = joinsQuery(['book', 'category', 'discount']);

  it.each([
    ['none', undefined, []],
    ['an empty value', '', []],
    ['joins=book', 'book', ['book']],
    ['joins=book,category', 'book,category', ['book', 'category']],
    ['joins[]=book&joins[]=category', ['book', 'category'], ['book', 'category']],
    ['extra commas', 'book,,category,', ['book', 'category']],
  ])('accept %s', (_, input, joins) => {
    expect(parse(Joins, input)).toEqual(joins);
  });

  it.each([['partner'], ['book,partner'], [['book', 'partner']], [' book'], [{ 0: 'book' }], [Array(21).fill('book')]])(
    'reject %o',
    (input) => {
      expect(parse(Joins, input)).toBe(REFUSED);
    },
  );
});

describe("a list's query", () => {
  const Query = listQuery(['id', 'title'], { category_id: queryId.optional(), free_only: queryFlag.optional() }, [
    'author',
  ]);

  it('has defaults', () => {
    expect(parse(Query, {})).toEqual({ page: 1, per: 20, sort_col: 'id', sort_dir: 'desc', joins: [] });
  });

  it.each([
    ['0', 1],
    ['1', 1],
    ['00', 1],
    ['7', 7],
    ['9999999', 9_999_999],
  ])('parses page %s as page %i', (page, number) => {
    expect(parse(Query, { page })).toMatchObject({ page: number });
  });

  it.each(['-1', '1.5', 'one', '', '10000000', '1e3'])('rejects page %o', (page) => {
    expect(errorsOf(Query, { page })).toEqual({ page: ['must be a whole number'] });
  });

  it('allows 1 to 100 per page', () => {
    expect(parse(Query, { per: '1' })).toMatchObject({ per: 1 });
    expect(parse(Query, { per: '100' })).toMatchObject({ per: 100 });
    expect(errorsOf(Query, { per: '0' })).toEqual({ per: ['must be at least 1'] });
    expect(errorsOf(Query, { per: '101' })).toEqual({ per: ['must be at most 100'] });
  });

  it('sorts by allowed columns', () => {
    expect(parse(Query, { sort_col: 'title', sort_dir: 'asc' })).toMatchObject({ sort_col: 'title', sort_dir: 'asc' });
    expect(errorsOf(Query, { sort_col: 'encrypted_password' })).toEqual({ sort_col: ['must be one of: id, title'] });
    expect(errorsOf(Query, { sort_dir: 'up' })).toEqual({ sort_dir: ['must be one of: asc, desc'] });
  });

  it('filters by known parameters', () => {
    const input = { category_id: '3', free_only: 'true', public: 'false', joins: 'author' };
    expect(parse(Query, input)).toMatchObject({ category_id: 3, free_only: true, public: false, joins: ['author'] });
    expect(errorsOf(Query, { free_only: '1' })).toEqual({ free_only: ['must be one of: true, false'] });
  });

  it('rejects unknown parameters instead of ignoring them', () => {
    expect(errorsOf(Query, { categoryid: '3', $where: '1' })).toEqual({
      categoryid: ['is not a known parameter'],
      $where: ['is not a known parameter'],
    });
  });

  it('rejects a list for a single value', () => {
    expect(parse(Query, { page: ['1', '2'] })).toBe(REFUSED);
    expect(parse(Query, { category_id: { gt: '0' } })).toBe(REFUSED);
  });
});

describe("a record's query", () => {
  const Query = recordQuery(['author']);

  it('accepts its joins and the public form', () => {
    expect(parse(Query, {})).toEqual({ joins: [] });
    expect(parse(Query, { joins: 'author', public: 'true' })).toEqual({ joins: ['author'], public: true });
  });

  it('rejects everything else', () => {
    expect(errorsOf(Query, { page: '1' })).toEqual({ page: ['is not a known parameter'] });
    expect(parse(Query, { public: 'yes' })).toBe(REFUSED);
  });
});
