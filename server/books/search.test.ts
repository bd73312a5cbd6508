import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createBook, insertPartners, type PartnerClient, visitor } from '#server/testing/factories.ts';
import { recountWords } from './vocabulary.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  const author = async (name: string) => (await partner.post('/authors').send({ name }).expect(201)).body.author.id;
  const elodie = await author('Élodie Harbor');
  const flynn = await author("Sam O'Flynn");
  for (const [title, input] of [
    ['The Harbor', { rating_count: 3 }],
    ['The Harbor at Night', { rating_count: 90 }],
    ['A Night in the Harbor', { rating_count: 50_000 }],
    ['Ledger of Salt', { author_id: elodie, rating_count: 70_000 }],
    ['Tide Tables', { series: 'Harbor Mysteries', rating_count: 80_000 }],
    ['Crème Brûlée Crimes', { author_id: flynn }],
    ['100% Proof', {}],
    ['Hidden Harbor', { status: 'archived' }],
  ] as const)
    await createBook(partner, { title, ...input });
});
afterAll(() => server.close());

const search = async (q: string, filters = '') =>
  (
    await visitor(server)
      .get(`/books?q=${encodeURIComponent(q)}${filters}`)
      .expect(200)
  ).body;
const titles = async (q: string, filters?: string) =>
  (await search(q, filters)).books.map(({ title }: { title: string }) => title);

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const RUNNING = {
  category_id: 1,
  approval_status: 'approved',
  price_type: 'discounted',
  sale_price_cents: 99,
  requested_date: day('2026-11-28'),
  promotion_date: day('2026-11-28'),
  deal_ends_on: day('2099-12-01'),
  sent_at: day('2026-11-28'),
  current_price_cents: 999,
  cpc_cents: 40,
  max_cost_cents: 6000,
} as const;
const lastBookId = async () => (await server.deps.db.book.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;

describe('searched words', () => {
  it('rank the exact title first, then titles, authors, and series', async () => {
    expect(await titles('The Harbor')).toEqual(['The Harbor', 'The Harbor at Night', 'A Night in the Harbor']);
    expect(await titles('harbor')).toEqual([
      'A Night in the Harbor',
      'The Harbor at Night',
      'The Harbor',
      'Ledger of Salt',
      'Tide Tables',
    ]);
  });

  it('must all match, in any order and position', async () => {
    expect((await titles('night harbor')).sort()).toEqual(['A Night in the Harbor', 'The Harbor at Night']);
    expect(await titles('elodie salt')).toEqual(['Ledger of Salt']);
    expect(await titles('salt night')).toEqual([]);
  });

  it('match without accents and apostrophes, and the last word may be incomplete', async () => {
    for (const q of ['creme brulee', 'CRÈME', 'crimes cr', 'oflynn', 'O’Flynn', 'c'])
      expect(await titles(q), q).toEqual(['Crème Brûlée Crimes']);
  });

  it.each([
    ['harbuor', 'A Night in the Harbor'],
    ['ledgr of salt', 'Ledger of Salt'],
    ['elodi harbur', 'Ledger of Salt'],
    ['brulle', 'Crème Brûlée Crimes'],
  ])('tolerate a typo: %s', async (typed, title) => {
    expect((await titles(typed))[0]).toBe(title);
  });

  it('are matched literally', async () => {
    expect(await titles('100%')).toEqual(['100% Proof']);
    for (const q of ['%', '_', "' | '", '!!', '\\', 'xyzzyx', 'a & !b', `${'long '.repeat(20)}`])
      expect(await titles(q), q).toEqual([]);
    expect(await titles("harbor' | 'proof")).toEqual([]);
  });

  it('combine with filters, sorting, and pages', async () => {
    expect(await titles('harbor', '&category_id=13')).toEqual([]);
    expect(await titles('harbor', '&sort_col=title&sort_dir=asc&per=2')).toEqual([
      'A Night in the Harbor',
      'Ledger of Salt',
    ]);
    expect((await search('harbor', '&per=2&page=9')).meta).toEqual({ total_count: 5, page: 9, per: 2 });
  });

  it('find archived books for their owner', async () => {
    const own = await partner.get('/books?q=hidden').expect(200);
    expect(own.body.books).toHaveLength(1);
    expect(await titles('hidden harbor')).toEqual([]);
  });
});

describe('the search index', () => {
  it('reflects a new title, a renamed author, and a removed one immediately', async () => {
    const author = (await partner.post('/authors').send({ name: 'Wilhelmina Quist' }).expect(201)).body.author;
    const { id } = await createBook(partner, { title: 'Plainsong', author_id: author.id });
    expect(await titles('quist')).toEqual(['Plainsong']);
    await partner.patch(`/authors/${author.id}`).send({ name: 'Mina Lark' }).expect(200);
    expect([await titles('quist'), await titles('lark')]).toEqual([[], ['Plainsong']]);
    await partner.patch(`/books/${id}`).send({ title: 'Evensong' }).expect(200);
    expect([await titles('plainsong'), await titles('evensong lark')]).toEqual([[], ['Evensong']]);
    await partner.patch(`/books/${id}`).send({ author_id: null }).expect(200);
    expect([await titles('lark'), await titles('evensong')]).toEqual([[], ['Evensong']]);
  });

  it("includes a title and its author's name that change at the same time", async () => {
    const author = (await partner.post('/authors').send({ name: 'Before' }).expect(201)).body.author;
    const { id } = await createBook(partner, { title: 'Round 0', author_id: author.id });
    for (let round = 1; round <= 10; round += 1) {
      await Promise.all([
        partner
          .patch(`/authors/${author.id}`)
          .send({ name: `Name${round}` })
          .expect(200),
        partner
          .patch(`/books/${id}`)
          .send({ title: `Round ${round}` })
          .expect(200),
      ]);
      expect(await titles(`round ${round} name${round}`)).toEqual([`Round ${round}`]);
    }
  });

  it("counts each word's books, and deletes words that no book contains anymore", async () => {
    for (const title of ['Zebrana', 'Zebrano', 'Zebrano Nights']) await createBook(partner, { title });
    const { id } = await createBook(partner, { title: 'Zebrine Bay' });
    await partner.patch(`/books/${id}`).send({ title: 'Quiet Bay' }).expect(200);
    await recountWords(server.deps);
    const { rows } = await server.deps.pool.query(
      "select word, books from book_words where word like 'zebr%' order by 1",
    );
    expect(rows).toEqual([
      { word: 'zebrana', books: 1 },
      { word: 'zebrano', books: 2 },
    ]);
  });

  it('returns at most a thousand matches, and an exact title however unpopular', async () => {
    await server.deps.pool.query(`
      insert into books (partner_id, title, slug, category_id, description, rating_count, amazon_url)
      select ${partner.id}, 'Common ' || n, 'common', 1, 'd', n, 'https://www.amazon.com/dp/B0' from generate_series(1, 1200) n
      union all select ${partner.id}, 'Common', 'common', 1, 'd', 0, 'https://www.amazon.com/dp/B0'`);
    const { books, meta } = await search('common', '&per=1');
    expect([books[0].title, meta.total_count]).toEqual(['Common', 1000]);
  });

  it('returns the same results with a filter that matches everything, which uses another statement', async () => {
    await server.deps.pool.query(`
      insert into books (partner_id, title, slug, category_id, description, rating_count, amazon_url, published_on, asin, isbn13)
      select ${partner.id}, 'The Tide of ' || (array['Harbor', 'Salt', 'Night', 'Harlequin', 'Zebrano'])[1 + n % 5], 'tide', 1, 'd', n * n,
        'https://www.amazon.com/dp/B0', date '2025-12-31' + n, 'B0000000' || n, '97800000000' || n from generate_series(10, 99) n`);
    const book_id = await lastBookId();
    const approved = await approvedBookOf(server.deps.db, book_id);
    await server.deps.db.promotion.create({ data: { ...RUNNING, ...approved, partner_id: partner.id, book_id } });
    const queries = [
      'tide',
      'tid',
      'of zebrano',
      'harbor',
      'harbuor',
      'har',
      'the tide of salt',
      'tide harbur',
      't',
      'common',
      'qqqq tide',
      '€',
    ];
    const orders = ['', '&sort_dir=asc', '&per=3&page=2', '&page=400', '&category_id=1'];
    for (const q of queries)
      for (const order of orders) {
        const filtered = await search(q, `${order}&status=active`);
        expect(await search(q, order), `${q} ${order}`).toEqual(filtered);
        if (q === 'of zebrano' && !order)
          expect(filtered.books.filter(({ deal }: { deal: unknown }) => deal)).toHaveLength(1);
      }
    await recountWords(server.deps);
    for (const q of queries) expect(await search(q), q).toEqual(await search(q, '&status=active'));
  });
});
