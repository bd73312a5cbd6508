import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createBook, createStaff, insertPartners, type PartnerClient, visitor } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

type Deal = { cents: number; date?: string; ends?: string; sent?: boolean; cancelled?: boolean; clicks?: number };

/** Creates a book, with a promotion if a deal is given. Today is 2026-12-01. */
async function addBook(title: string, deal?: Deal, input: object = {}) {
  const { id } = await createBook(partner, { title, ...input });
  if (deal) await promote(id, deal);
  return id;
}

async function promote(
  book_id: number,
  { cents, date = '2026-11-28', ends = '2026-12-10', sent = true, cancelled = false, clicks = 0 }: Deal,
) {
  const day = new Date(`${date}T00:00:00Z`);
  const { id } = await server.deps.db.promotion.create({
    data: {
      partner_id: partner.id,
      book_id,
      category_id: 1,
      approval_status: 'approved',
      ...(await approvedBookOf(server.deps.db, book_id)),
      requested_date: day,
      promotion_date: day,
      deal_ends_on: new Date(`${ends}T00:00:00Z`),
      price_type: cents ? 'discounted' : 'free',
      sale_price_cents: cents,
      current_price_cents: 999,
      cpc_cents: 40,
      max_cost_cents: 6000,
      sent_at: sent ? day : null,
      cancelled_at: cancelled ? day : null,
    },
  });
  if (clicks) {
    const hour = (h: number) => new Date(day.getTime() + h * 3_600_000);
    await server.deps.db.clickRollup.createMany({
      data: [
        { promotion_id: id, hour: hour(17), store: 'amazon', source: 'newsletter', clicks: clicks - 1 },
        { promotion_id: id, hour: hour(18), store: 'kobo', source: 'newsletter', clicks: 1 },
      ],
    });
  }
}

const titles = async (query: string) => {
  const { books, meta } = (await visitor(server).get(`/books?${query}`).expect(200)).body;
  expect(meta.total_count).toBeGreaterThanOrEqual(books.length);
  return books.map(({ title }: { title: string }) => title);
};

describe('deals', () => {
  beforeAll(async () => {
    await addBook('Dear', { cents: 299, date: '2026-11-27', ends: '2026-12-03', clicks: 5 });
    await addBook('Gift', { cents: 0, date: '2026-11-29', ends: '2026-12-20', clicks: 90 });
    await addBook('Cheap', { cents: 99, date: '2026-11-30', ends: '2026-12-01' }, { kobo_url: null });
    await addBook('Over', { cents: 99, date: '2026-11-20', ends: '2026-11-30' });
    await addBook('Not yet', { cents: 99, date: '2026-12-05', sent: false });
    await addBook('Cancelled', { cents: 99, cancelled: true });
    await addBook('Plain', undefined, { dead_stores: ['kobo'] });
  });

  it('include only those running today', async () => {
    expect(await titles('deals_only=true&sort_col=title&sort_dir=asc')).toEqual(['Cheap', 'Dear', 'Gift']);
    expect(await titles('free_only=true')).toEqual(['Gift']);
  });

  it('can be filtered by maximum price', async () => {
    expect(await titles('price_max_cents=299&sort_col=title&sort_dir=asc')).toEqual(['Cheap', 'Dear', 'Gift']);
    expect(await titles('price_max_cents=298&sort_col=title&sort_dir=asc')).toEqual(['Cheap', 'Gift']);
    expect(await titles('price_max_cents=0')).toEqual(['Gift']);
    await visitor(server).get('/books?price_max_cents=-1').expect(422);
    await visitor(server).get('/books?price_max_cents=0.5').expect(422);
  });

  it('can be filtered by store', async () => {
    expect(await titles('deals_only=true&store=kobo&sort_col=title&sort_dir=asc')).toEqual(['Dear', 'Gift']);
    expect(await titles('deals_only=true&store=google_play')).toEqual([]);
    expect(await titles('store=amazon')).toContain('Plain');
    expect(await titles('store=kobo')).not.toContain('Plain');
    await visitor(server).get('/books?store=ebay').expect(422);
  });

  it('can be sorted by price, end, age, and clicks', async () => {
    expect(await titles('deals_only=true&sort_col=sale_price_cents&sort_dir=asc')).toEqual(['Gift', 'Cheap', 'Dear']);
    expect(await titles('deals_only=true&sort_col=deal_ends_on&sort_dir=asc')).toEqual(['Cheap', 'Dear', 'Gift']);
    expect(await titles('deals_only=true&sort_col=promotion_date')).toEqual(['Cheap', 'Gift', 'Dear']);
    expect(await titles('deals_only=true&sort_col=popularity')).toEqual(['Gift', 'Dear', 'Cheap']);
    await visitor(server).get('/books?sort_col=partner_id').expect(422);
  });

  it('precede books without a deal in both sort directions', async () => {
    for (const dir of ['asc', 'desc']) {
      const all = await titles(`sort_col=sale_price_cents&sort_dir=${dir}`);
      expect(all).toHaveLength(7);
      expect(all.slice(0, 3).sort()).toEqual(['Cheap', 'Dear', 'Gift']);
    }
  });

  it('use the newest promotion of a book that has two', async () => {
    const id = await addBook('Twice', { cents: 499, date: '2026-11-25' }, { category_id: 13 });
    await promote(id, { cents: 199, date: '2026-11-30' });
    expect(await titles('category_id=13&deals_only=true')).toEqual(['Twice']);
    expect(await titles('category_id=13&price_max_cents=199')).toEqual(['Twice']);
    const { book: shown } = (await visitor(server).get(`/books/${id}`).expect(200)).body;
    expect(shown.deal.sale_price_cents).toBe(199);
    expect(await titles('category_id=13&price_max_cents=198')).toEqual([]);
  });

  it('have their total count on every page of the list, even past the last', async () => {
    const page = async (query: string) =>
      (await visitor(server).get(`/books?deals_only=true&${query}`).expect(200)).body;
    const first = await page('per=2&sort_col=sale_price_cents&sort_dir=asc');
    expect([first.books.length, first.meta]).toEqual([2, { total_count: 4, page: 1, per: 2 }]);
    const pastEnd = await page('per=2&page=9');
    expect([pastEnd.books, pastEnd.meta]).toEqual([[], { total_count: 4, page: 9, per: 2 }]);
  });
});

it('lists only their own books to partners, and no drafts to visitors', async () => {
  const [other] = (await insertPartners(server, 1)) as [PartnerClient];
  await createBook(other, { title: 'Theirs', status: 'draft' });
  const own = (await other.get('/books?sort_col=sale_price_cents').expect(200)).body;
  expect(own.books.map(({ title }: { title: string }) => title)).toEqual(['Theirs']);
  expect((await other.get('/books?status=active').expect(200)).body.books).toEqual([]);
  expect(await titles('q=Theirs')).toEqual([]);
  expect((await other.get(`/books?partner_id=${partner.id}`).expect(200)).body.books).toEqual([]);
});

it('filters by partner for staff only, because visitors mustn’t learn which pen names belong to one account', async () => {
  const [other] = (await insertPartners(server, 1)) as [PartnerClient];
  await createBook(other, { title: 'Pen name', category_id: 15 });
  const query = `category_id=15&partner_id=${partner.id}`;
  expect(await titles(query)).toEqual(['Pen name']);
  const staff = await createStaff(server);
  expect((await staff.get(`/books?${query}`).expect(200)).body.books).toEqual([]);
  expect((await staff.get(`/books?category_id=15&partner_id=${other.id}`).expect(200)).body.books).toHaveLength(1);
});

it('filters deals by the store links that readers get, and partners’ lists by their books’ current links', async () => {
  const [kept, added] = [
    await addBook('Kept', { cents: 99 }, { category_id: 14 }),
    await addBook('Added', { cents: 99 }, { category_id: 14, kobo_url: null }),
  ];
  const setKobo = (id: number, kobo_url: string | null) =>
    server.deps.db.book.update({ where: { id }, data: { kobo_url } });
  await setKobo(kept, null);
  await setKobo(added, 'https://www.kobo.com/us/en/ebook/added');
  expect(await titles('category_id=14&store=kobo')).toEqual(['Kept']);
  expect(await titles('category_id=14&store=kobo&deals_only=true')).toEqual(['Kept']);
  expect(await titles('q=added&store=kobo')).toEqual([]);
  const own = (await partner.get('/books?category_id=14&store=kobo').expect(200)).body;
  expect(own.books.map(({ title }: { title: string }) => title)).toEqual(['Added']);
});
