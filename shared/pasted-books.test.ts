import { describe, expect, it } from 'vitest';
import { readPasted, readPastedList } from './pasted-books.ts';

const NONE = { asins: [], isbns: [], links: {}, unknown: [] };

describe('pasted text', () => {
  it.each([
    'https://www.amazon.com/dp/B0ABCDEFGH',
    'https://www.amazon.com/The-Quiet-Harbor-ebook/dp/B0ABCDEFGH/ref=sr_1_1?crid=2X&keywords=quiet',
    'http://www.amazon.com/gp/product/b0abcdefgh?tag=x',
    'www.amazon.com/gp/aw/d/B0ABCDEFGH',
    'https://read.amazon.com/?asin=B0ABCDEFGH',
    'https://smile.amazon.com/dp/B0ABCDEFGH',
  ])('gives the ASIN and a clean link: %s', (text) => {
    expect(readPasted(text)).toEqual({
      ...NONE,
      asins: ['B0ABCDEFGH'],
      links: { amazon: 'https://www.amazon.com/dp/B0ABCDEFGH' },
    });
  });

  it('keeps the country of an Amazon link', () => {
    expect(readPasted('https://www.amazon.co.uk/dp/B0ABCDEFGH').links.amazon).toBe(
      'https://www.amazon.co.uk/dp/B0ABCDEFGH',
    );
  });

  it('returns links to all five stores, without tracking parameters', () => {
    const pasted = readPasted(`
      https://amazon.com/dp/B0ABCDEFGH
      https://books.apple.com/us/book/the-quiet-harbor/id1234567890?itscg=30200
      https://www.barnesandnoble.com/w/the-quiet-harbor-ada-quill/1142?ean=2940160000000&st=AFF
      https://play.google.com/store/books/details/The_Quiet_Harbor?id=abcDEF12&pcampaignid=1
      https://www.kobo.com/us/en/ebook/the-quiet-harbor?utm_source=x`);
    expect(pasted).toEqual({
      asins: ['B0ABCDEFGH'],
      isbns: [],
      unknown: [],
      links: {
        amazon: 'https://amazon.com/dp/B0ABCDEFGH',
        ibooks: 'https://books.apple.com/us/book/the-quiet-harbor/id1234567890',
        barnes_and_noble: 'https://www.barnesandnoble.com/w/the-quiet-harbor-ada-quill/1142?ean=2940160000000',
        google_play: 'https://play.google.com/store/books/details/The_Quiet_Harbor?id=abcDEF12',
        kobo: 'https://www.kobo.com/us/en/ebook/the-quiet-harbor',
      },
    });
  });

  it('returns each ASIN of a list once', () => {
    expect(readPasted('b0abcdefgh, B0ZZZZZZZ1;B0ABCDEFGH').asins).toEqual(['B0ABCDEFGH', 'B0ZZZZZZZ1']);
  });

  it('returns ISBNs with a correct check digit, and converts ISBN-10 to ISBN-13', () => {
    expect(readPasted('978-0-306-40615-7').isbns).toEqual(['9780306406157']);
    expect(readPasted('0-306-40615-2').isbns).toEqual(['9780306406157']);
    expect(readPasted('080442957X').isbns).toEqual(['9780804429573']);
    expect(readPasted('9780306406158')).toEqual({ ...NONE, unknown: ['9780306406158'] });
  });

  it.each([
    'https://play.google.com/store/books/details/The_Hundred?id=x3-4AAAAQBAJ',
    'https://www.kobo.com/us/en/ebook/the-100-1',
    'https://books.apple.com/us/book/1984/id1234567890',
  ])('keeps the digits and hyphens of a link: %s', (link) => {
    const { links, isbns } = readPasted(`${link} 978-0-306-40615-7 9780804429573`);
    expect(Object.values(links)).toEqual([link]);
    expect(isbns).toEqual(['9780306406157', '9780804429573']);
  });

  it('returns the store’s page for a book on Google Books', () => {
    const text = 'https://www.google.com/books/edition/The_Hundred/x3-4AAAAQBAJ?hl=en&gbpv=1';
    expect(readPasted(text).links).toEqual({
      google_play: 'https://play.google.com/store/books/details?id=x3-4AAAAQBAJ',
    });
    expect(readPasted('https://www.google.com/url?q=https://example.org').links).toEqual({});
  });

  it('ignores punctuation around a part, and the words ISBN and ASIN', () => {
    expect(readPasted('See (https://www.amazon.com/dp/B0ABCDEFGH). <https://www.kobo.com/us/en/ebook/emma>')).toEqual({
      ...{ asins: ['B0ABCDEFGH'], isbns: [], unknown: ['See'] },
      links: { amazon: 'https://www.amazon.com/dp/B0ABCDEFGH', kobo: 'https://www.kobo.com/us/en/ebook/emma' },
    });
    expect(readPasted('ASIN: “B0ABCDEFGH”, ISBN-13: 9780306406157.')).toEqual({
      ...{ asins: ['B0ABCDEFGH'], isbns: ['9780306406157'], links: {}, unknown: [] },
    });
  });

  it('doesn’t read Amazon’s search and author pages as books, and finds an ASIN in the parameters', () => {
    const pages = ['https://www.amazon.com/s?k=sherlock', 'https://www.amazon.com/stores/author/B000AQ0842'];
    expect(readPasted(pages.join(' '))).toEqual({ asins: [], isbns: [], links: {}, unknown: pages });
    expect(readPasted('https://www.amazon.com/hz/mobile/mas?asin=B0ABCDEFGH').asins).toEqual(['B0ABCDEFGH']);
    expect(readPasted('https://a.co/d/abc123').links).toEqual({ amazon: 'https://a.co/d/abc123' });
  });

  it('lists parts it can’t read, such as other sites and short words', () => {
    expect(readPasted('https://example.com/dp/B0ABCDEFGH hello').unknown).toEqual([
      'https://example.com/dp/B0ABCDEFGH',
      'hello',
    ]);
    expect(readPasted('  ')).toEqual(NONE);
  });
});

describe('a pasted list', () => {
  const textsOf = (text: string) => readPastedList(text)?.map((entry) => entry.text);

  it('has a book per line, or per word of one line, without duplicates', () => {
    const lines =
      'https://www.amazon.com/dp/B0ABCDEFGH\n\n B0ZZZZZZZ1 https://www.kobo.com/us/en/ebook/z \nb0abcdefgh\nhello';
    expect(textsOf(lines)).toEqual([
      'https://www.amazon.com/dp/B0ABCDEFGH',
      'B0ZZZZZZZ1 https://www.kobo.com/us/en/ebook/z',
      'hello',
    ]);
    expect(textsOf('B0ABCDEFGH, 978-0-306-40615-7; B0ZZZZZZZ1')).toEqual(['B0ABCDEFGH', '9780306406157', 'B0ZZZZZZZ1']);
    expect(textsOf('https://www.kobo.com/us/en/ebook/a\nhttps://www.kobo.com/us/en/ebook/b')).toHaveLength(2);
  });

  it('splits a line with several books, but not their titles', () => {
    const kobo = ['https://www.kobo.com/us/en/ebook/a', 'https://www.kobo.com/us/en/ebook/b'];
    expect(textsOf('B0ABCDEFGH, B0ZZZZZZZ1\n978-0-306-40615-7 080442957X')).toEqual([
      ...['B0ABCDEFGH', 'B0ZZZZZZZ1', '9780306406157', '080442957X'],
    ]);
    expect(textsOf(`${kobo.join(' ')}\nhello`)).toEqual([...kobo, 'hello']);
    expect(textsOf(`B0ABCDEFGH ${kobo[0]} 9780306406157\nB0ZZZZZZZ1, ${kobo[1]}`)).toHaveLength(2);
    expect(textsOf('B0ABCDEFGH First Novel, B0ZZZZZZZ1 Second Novel')).toEqual([
      ...['B0ABCDEFGH', 'First Novel', 'B0ZZZZZZZ1', 'Second Novel'],
    ]);
  });

  it('joins titles with the books below them if it begins with a title', () => {
    const kobo = 'https://www.kobo.com/us/en/ebook/c';
    expect(textsOf(`First Novel\nB0ABCDEFGH\nSecond Novel\nB0ZZZZZZZ1\nAn Untold Story\nThird Novel\n${kobo}`)).toEqual(
      [...['First Novel B0ABCDEFGH', 'Second Novel B0ZZZZZZZ1', 'An Untold Story', `Third Novel ${kobo}`]],
    );
    expect(textsOf('First Novel B0ABCDEFGH, Second Novel B0ZZZZZZZ1')).toEqual([
      ...['First Novel B0ABCDEFGH', 'Second Novel B0ZZZZZZZ1'],
    ]);
    expect(textsOf('My books\nFirst Novel B0ABCDEFGH\nB0ZZZZZZZ1')).toEqual([
      ...['My books', 'First Novel B0ABCDEFGH', 'B0ZZZZZZZ1'],
    ]);
    expect(textsOf('B0ABCDEFGH\nFirst Novel\nB0ZZZZZZZ1')).toEqual(['B0ABCDEFGH', 'First Novel', 'B0ZZZZZZZ1']);
  });

  it('has a book for each title, even if each is at a different store', () => {
    const [amazon, kobo] = ['https://www.amazon.com/dp/B0ABCDEFGH', 'https://www.kobo.com/us/en/ebook/a'];
    const titled = `First Novel\n${amazon}\nSecond Novel\n${kobo}`;
    expect(textsOf(titled)).toEqual([`First Novel ${amazon}`, `Second Novel ${kobo}`]);
    expect(textsOf(`Dune – ${amazon}\nEmma: ${kobo}`)).toHaveLength(2);
    for (const singleBook of [
      `Dune\n${amazon}\n${kobo}`,
      `Amazon:\n${amazon}\nKobo:\n${kobo}`,
      `Dune on Amazon: ${amazon}\nDune on Kobo: ${kobo}`,
      `Buy it at Amazon ${amazon}\nBuy it at Kobo ${kobo}`,
    ])
      expect(readPastedList(singleBook)).toBeNull();
  });

  it('doesn’t split a line that links the same ASIN in several countries', () => {
    const line = 'https://www.amazon.com/dp/B0ABCDEFGH https://www.amazon.co.uk/dp/B0ABCDEFGH 9780306406157';
    expect(textsOf(`${line}\nB0ZZZZZZZ1`)).toEqual([line, 'B0ZZZZZZZ1']);
    expect(readPastedList(line)).toBeNull();
  });

  it('has one book with the links of all entries that share an ASIN or an ISBN', () => {
    const list = readPastedList(`B0ABCDEFGH https://www.kobo.com/us/en/ebook/a
      B0ZZZZZZZ1
      https://www.amazon.co.uk/dp/B0ABCDEFGH 9780306406157
      978-0-306-40615-7 https://books.apple.com/us/book/a/id1234567890`);
    expect(list).toMatchObject([
      {
        text: expect.stringMatching(/^B0ABCDEFGH .* https:\/\/www\.amazon\.co\.uk.*id1234567890$/),
        pasted: {
          ...{ asins: ['B0ABCDEFGH'], isbns: ['9780306406157'] },
          links: {
            amazon: 'https://www.amazon.co.uk/dp/B0ABCDEFGH',
            kobo: 'https://www.kobo.com/us/en/ebook/a',
            ibooks: 'https://books.apple.com/us/book/a/id1234567890',
          },
        },
      },
      { text: 'B0ZZZZZZZ1' },
    ]);
  });

  it('doesn’t merge books that share one identifier but differ in another', () => {
    const list = 'B0ABCDEFGH 9780306406157\nB0ZZZZZZZ1 9780306406157';
    expect(textsOf(list)).toEqual(['B0ABCDEFGH 9780306406157', 'B0ZZZZZZZ1 9780306406157']);
  });

  it('isn’t a list if it links each store only once and names no titles, or is empty', () => {
    const links = 'https://www.amazon.com/dp/B0ABCDEFGH\nhttps://www.kobo.com/us/en/ebook/a\n9780306406157\nhello';
    expect(readPastedList(links)).toBeNull();
    expect(readPastedList('')).toBeNull();
  });
});
