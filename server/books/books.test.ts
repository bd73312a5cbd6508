import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  createAuthor,
  createBook,
  createStaff,
  insertPartners,
  type PartnerClient,
  promotionInput,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let server: TestServer;
let partner: PartnerClient;
let other: PartnerClient;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  staff = await createStaff(server);
});
afterAll(() => server.close());

describe('a new book', () => {
  it('is returned with everything the owner may see', async () => {
    const author = await createAuthor(partner, { name: 'Ada Quill' });
    const input = bookInput({
      author_id: author.id,
      asin: 'b0abcdefgh',
      isbn13: '978-0-306-40615-7',
      blurb: 'A ledger.',
    });
    const { book } = (await partner.post('/books').send(input).expect(201)).body;
    expect(book).toEqual({
      id: expect.any(Number),
      title: 'The Quiet Harbor',
      subtitle: null,
      slug: 'the-quiet-harbor',
      series: null,
      series_number: null,
      author_id: author.id,
      author_name: 'Ada Quill',
      category_id: 1,
      secondary_category_id: null,
      asin: 'B0ABCDEFGH',
      isbn13: '9780306406157',
      description: 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
      blurb: 'A ledger.',
      page_count: 240,
      language: 'en',
      published_on: null,
      rating_avg: null,
      rating_count: null,
      content_rating: 'general',
      in_kindle_unlimited: false,
      amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
      ibooks_url: null,
      barnes_and_noble_url: null,
      google_play_url: null,
      kobo_url: 'https://www.kobo.com/us/en/ebook/the-quiet-harbor',
      cover_url: '/no-cover.svg',
      deal: null,
      author: expect.objectContaining({ id: author.id, name: 'Ada Quill' }),
      category: expect.objectContaining({ id: 1, slug: 'mystery' }),
      partner_id: partner.id,
      status: 'active',
      dead_stores: [],
      store_data: null,
      store_data_fetched_at: null,
      created_at: INSTANT,
      updated_at: INSTANT,
    });
  });

  it.each<[string, object, object]>([
    ['nothing at all', {}, { title: ["can't be blank"] }],
    [
      'only a title and no draft status',
      { title: 'Untitled' },
      {
        category_id: ["can't be blank"],
        description: ["can't be blank"],
        base: ['The book needs a link to at least one store.'],
      },
    ],
    [
      'a short description',
      bookInput({ description: 'x'.repeat(49) }),
      { description: ['is too short (at least 50 characters)'] },
    ],
    ['a wrong ASIN', bookInput({ asin: 'B0-BCDEFGH' }), { asin: ['is not an ASIN (ten letters or digits)'] }],
    [
      'a nonexistent date',
      bookInput({ published_on: '2026-02-30' }),
      { published_on: ['must be a date, such as 2026-11-21'] },
    ],
    ['a rating over five', bookInput({ rating_avg: 5.1 }), { rating_avg: ['must be at most 5'] }],
    ['half a page', bookInput({ page_count: 1.5 }), { page_count: ['must be a whole number'] }],
    ['an unknown category', bookInput({ category_id: 999 }), { category_id: ['is not a category'] }],
    [
      'an unknown secondary category',
      bookInput({ secondary_category_id: 999 }),
      { secondary_category_id: ['is not a category'] },
    ],
    [
      'a NUL',
      bookInput({ title: 'The\0Harbor' }),
      { title: ['contains characters that we can’t store; please remove them'] },
    ],
    [
      'links to sites other than the stores',
      bookInput({ amazon_url: 'https://www.amazon.com.evil.example/dp/B0', kobo_url: 'http://www.kobo.com/x' }),
      { amazon_url: ['must be an https link to Amazon'], kobo_url: ['must be an https link to Kobo'] },
    ],
    [
      'no store link',
      bookInput({ amazon_url: null, kobo_url: null }),
      { base: ['The book needs a link to at least one store.'] },
    ],
  ])('with %s is refused', async (_, body, errors) => {
    const changed = await tablesChangedBy(server, async () => {
      const res = await partner.post('/books').send(body).expect(422);
      expect(res.body).toEqual({ errors: { ...errors, full_messages: expect.any(Array) } });
      expect(res.body.errors.full_messages).toHaveLength(Object.keys(errors).length);
    });
    expect(changed).toEqual([]);
  });

  it("refuses another partner's author profile", async () => {
    const foreign = await createAuthor(other);
    const changed = await tablesChangedBy(server, async () => {
      const res = await partner
        .post('/books')
        .send(bookInput({ author_id: foreign.id }))
        .expect(422);
      expect(res.body.errors.author_id).toEqual(['is not one of your author profiles']);
      const { body } = await partner
        .post('/books')
        .send(bookInput({ author_id: 999_999 }))
        .expect(422);
      expect(body).toEqual(res.body);
    });
    expect(changed).toEqual([]);
  });

  it("needs only a title while it is a draft, which the public can't see and no promotion can use", async () => {
    const { body } = await partner.post('/books').send({ title: 'Half an Idea', status: 'draft' }).expect(201);
    const { id } = body.book;
    expect(body.book).toMatchObject({ category_id: null, description: '', status: 'draft' });
    const change = { status: 'active', description: 'x'.repeat(49) };
    const res = await partner.patch(`/books/${id}`).send(change).expect(422);
    expect(res.body.errors).toMatchObject({
      category_id: ["can't be blank"],
      description: ['is too short (at least 50 characters)'],
      base: ['The book needs a link to at least one store.'],
    });
    await visitor(server).get(`/books/${id}`).expect(404);
    expect((await visitor(server).get('/books?q=half%20idea').expect(200)).body.books).toEqual([]);
    expect((await partner.get('/books?q=half%20idea').expect(200)).body.books).toMatchObject([{ id }]);
    const submitted = await partner.post('/promotions').send(promotionInput(server, id));
    expect(submitted.body.errors.book_id).toEqual(['is not one of your active books']);

    const complete = { status: 'active', category_id: 1, description: 'x'.repeat(50) };
    await partner
      .patch(`/books/${id}`)
      .send({ ...complete, kobo_url: 'https://www.kobo.com/x' })
      .expect(200);
    const emptied = await partner.patch(`/books/${id}`).send({ category_id: null }).expect(422);
    expect(emptied.body.errors.category_id).toEqual(["can't be blank"]);
  });

  it('must have an ASIN that is new to the partner, even in ten simultaneous requests', async () => {
    const asin = 'B0ONLYONCE';
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => partner.post('/books').send(bookInput({ asin }))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(responses.find(({ status }) => status === 422)!.body.errors.asin).toEqual(['is already one of your books']);
    await other.post('/books').send(bookInput({ asin })).expect(201);
  });
});

describe('a change', () => {
  it('keeps omitted fields, and refuses read-only ones by name', async () => {
    const { id } = await createBook(partner, { page_count: 240, asin: 'B0KEEPTHIS' });
    const change = { title: 'The Loud Harbor' };
    const withReadOnly = { ...change, partner_id: other.id, cover: 'x', slug: 'mine' };
    const refused = await partner.patch(`/books/${id}`).send(withReadOnly).expect(422);
    expect(refused.body.errors).toEqual({
      partner_id: ['is not a known parameter'],
      cover: ['is not a known parameter'],
      slug: ['is not a known parameter'],
      full_messages: expect.any(Array),
    });
    const res = await partner.patch(`/books/${id}/?joins[]=category&joins[]=partner`).send(change).expect(200);
    expect(res.body.book).toMatchObject({
      id,
      title: 'The Loud Harbor',
      slug: 'the-loud-harbor',
      page_count: 240,
      asin: 'B0KEEPTHIS',
      partner_id: partner.id,
      cover_url: '/no-cover.svg',
      category: { slug: 'mystery' },
      partner: { id: partner.id, name: 'Ada Quill' },
    });
    expect(res.body.book.partner).not.toHaveProperty('email');
  });

  it("by staff is audited and returns the partner's email address", async () => {
    const { id } = await createBook(partner);
    const res = await staff.patch(`/books/${id}?joins=partner`).send({ category_id: 3 }).expect(200);
    // These joins are refused before anything changes. A change can't join past deals.
    for (const joins of ['nonsense', 'past_deals'])
      await staff.patch(`/books/${id}?joins=${joins}`).send({ category_id: 5 }).expect(422);
    expect((await staff.get(`/books/${id}`).expect(200)).body.book.category_id).toBe(3);
    expect(res.body.book.partner).toEqual({ id: partner.id, name: 'Ada Quill', email: partner.email });
    const [event] = await server.deps.db.auditEvent.findMany({ where: { entity: 'book', entity_id: String(id) } });
    expect(event).toMatchObject({
      actor: 'user',
      action: 'update',
      before: { category_id: 1 },
      after: { category_id: 3 },
    });
  });
});

describe('the public', () => {
  it("sees active books without the owner's private fields", async () => {
    const { id } = await createBook(partner);
    const draft = await createBook(partner, { status: 'draft' });
    const { book } = (await visitor(server).get(`/books/${id}?joins=author,category`).expect(200)).body;
    expect(book).toMatchObject({ id, category: { slug: 'mystery' }, author: null });
    for (const hidden of ['partner_id', 'partner', 'status', 'store_data', 'created_at'])
      expect(book).not.toHaveProperty(hidden);
    expect((await visitor(server).get(`/books/${draft.id}`).expect(404)).text).toBe('{}');
    await partner.get(`/books/${draft.id}`).expect(200);
    await partner.get(`/books/${draft.id}?public=true`).expect(404);
    await other.get(`/books/${id}`).expect(404);
    await other.get(`/books/${id}?public=true`).expect(200);
  });

  it("can't join the partner", async () => {
    const { id } = await createBook(partner);
    for (const client of [visitor(server), other])
      expect((await client.get(`/books/${id}?joins=partner&public=true`).expect(200)).body.book).not.toHaveProperty(
        'partner',
      );
  });

  it('searches by title and category, and refuses invalid parameters', async () => {
    const { id } = await createBook(partner, { title: 'Zyzzyva', category_id: 13, secondary_category_id: 14 });
    const ids = async (query: string) =>
      (await visitor(server).get(`/books?${query}`).expect(200)).body.books.map((book: { id: number }) => book.id);
    expect(await ids('q=zYzz')).toEqual([id]);
    expect(await ids('category_id=13')).toEqual([id]);
    expect(await ids('category_id=14')).toEqual([id]);
    expect(await ids('category_id=13&free_only=true')).toEqual([]);
    expect((await visitor(server).get('/books?category_id=x').expect(422)).body.errors.category_id).toEqual([
      'isn’t a valid ID',
    ]);
    await visitor(server).get('/books?q=%00').expect(422);
  });
});

describe('store data', () => {
  it('is returned for a known ASIN, with and without the /api/v1 prefix', async () => {
    const { body } = await partner.get('/books/b0demo0001/amazon_api_data').expect(200);
    expect(body.amazon_api_data).toMatchObject({
      asin: 'B0DEMO0001',
      title: 'The Adventures of Sherlock Holmes',
      author_name: 'Arthur Conan Doyle',
      list_price_cents: 299,
      category_slug: 'mystery',
      fetched_at: '2026-12-01T15:00:00.000Z',
    });
    const unprefixed = await supertest(server.url)
      .get('/books/B0DEMO0001/amazon_api_data')
      .set(partner.headers)
      .expect(200);
    expect(unprefixed.body).toEqual(body);
    const nobody = await supertest(server.url).get('/books/B0DEMO0001/amazon_api_data').expect(401);
    expect(nobody.type).toBe('application/json');
  });

  it('is stored with the book whose ASIN was looked up, until the ASIN changes', async () => {
    const expected = { asin: 'B0DEMO0002', title: 'The Hound of the Baskervilles', source: 'demo catalog' };
    const dataOf = ({ body }: { body: { book: { store_data: unknown; store_data_fetched_at: string | null } } }) => [
      body.book.store_data,
      body.book.store_data_fetched_at,
    ];
    await partner.get('/books/B0DEMO0002/amazon_api_data').expect(200);
    const created = await partner
      .post('/books')
      .send(bookInput({ asin: 'B0DEMO0002' }))
      .expect(201);
    expect(dataOf(created)).toEqual([expect.objectContaining(expected), '2026-12-01T15:00:00.000Z']);
    const { id } = created.body.book;
    await server.deps.db.storeLookup.delete({ where: { asin: 'B0DEMO0002' } });
    const retitled = await partner.patch(`/books/${id}`).send({ title: 'The Hound', asin: 'B0DEMO0002' }).expect(200);
    expect(dataOf(retitled)).toEqual(dataOf(created));
    const withoutLookup = await partner.patch(`/books/${id}`).send({ asin: 'B0NOLOOKUP' }).expect(200);
    expect(dataOf(withoutLookup)).toEqual([null, null]);
    await partner.get('/books/B0DEMO0002/amazon_api_data').expect(200);
    const restored = await staff.patch(`/books/${id}`).send({ asin: 'B0DEMO0002' }).expect(200);
    expect(dataOf(restored)).toEqual(dataOf(created));
    expect(dataOf(await partner.patch(`/books/${id}`).send({ asin: null }).expect(200))).toEqual([null, null]);
  });

  it('is refreshed with the cover', async () => {
    const { id } = await createBook(partner, { asin: 'B0DEMO0003' });
    const { book } = (await partner.post(`/books/${id}/refresh-cover`).expect(200)).body;
    expect(book.store_data).toMatchObject({ asin: 'B0DEMO0003', source: 'demo catalog' });
    expect(book.store_data_fetched_at).toBe('2026-12-01T15:00:00.000Z');
  });

  it('is refreshed for staff without changing the version under review', async () => {
    const { id } = await createBook(partner, { asin: 'B0DEMO0007' });
    const { db } = server.deps;
    const earlier = new Date('2026-10-10T15:00:00Z');
    const before = await db.book.update({
      where: { id },
      data: { store_data: { list_price_cents: 1 }, store_data_fetched_at: earlier },
    });
    await db.storeLookup.updateMany({ data: { fetched_at: earlier } });
    await partner.post(`/books/${id}/refresh-store-data`).expect(403);
    const { book } = (await staff.post(`/books/${id}/refresh-store-data`).expect(200)).body;
    expect(book.store_data).toMatchObject({ asin: 'B0DEMO0007', list_price_cents: expect.any(Number) });
    expect(book.store_data.list_price_cents).toBeGreaterThan(1);
    expect(book.store_data_fetched_at).toBe('2026-12-01T15:00:00.000Z');
    expect(book.updated_at).toBe(before.updated_at.toISOString());
    const withoutAsin = await createBook(partner, { asin: null });
    const refused = await staff.post(`/books/${withoutAsin.id}/refresh-store-data`).expect(422);
    expect(refused.body.errors.base).toEqual([
      'This book has no ASIN, so we can’t fetch its price. Open its store pages instead.',
    ]);
  });

  it('is no longer returned once the store has dropped the ASIN', async () => {
    const yesterday = new Date('2026-11-30T14:00:00Z');
    const lookup = { asin: 'B0WASTHERE', data: { title: 'Gone' }, fetched_at: yesterday };
    await server.deps.db.storeLookup.create({ data: lookup });
    for (let time = 0; time < 2; time += 1) await partner.get('/books/B0WASTHERE/amazon_api_data').expect(404);
  });

  it('isn’t found for an unknown ASIN, and is refused for an invalid one', async () => {
    const unknown = await partner.get('/books/B0NOBODYX1/amazon_api_data').expect(404);
    expect(unknown.text).toBe('{}');
    const wrong = await partner.get('/books/short/amazon_api_data').expect(422);
    expect(wrong.body.errors.asin).toEqual(['is not an ASIN (ten letters or digits)']);
  });
});

describe('a cover', () => {
  const picture = (width: number) => sharp({ create: { width, height: 900, channels: 3, background: '#345' } });

  it('is re-encoded as a WebP image, at most 600 pixels wide', async () => {
    const { id } = await createBook(partner);
    const png = await picture(1200).png().toBuffer();
    const res = await partner.post(`/books/${id}/cover`).attach('cover', png, '../../x.png').expect(200);
    expect(res.body.book.cover_url).toMatch(new RegExp(`^/media/covers/${id}-[0-9a-f]{16}\\.webp$`));
    const stored = await supertest(server.url).get(res.body.book.cover_url).buffer(true).expect(200);
    const { format, width } = await sharp(stored.body).metadata();
    expect([format, width]).toEqual(['webp', 600]);
  });

  it('must be an image of at most 5 MB', async () => {
    const { id } = await createBook(partner);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="600" height="900"/></svg>',
    );
    const changed = await tablesChangedBy(server, async () => {
      for (const [file, name] of [
        [svg, 'cover.svg'],
        [svg, 'cover.png'],
        [Buffer.from('GIF89a'), 'cover.gif'],
        [Buffer.alloc(0), 'cover.png'],
      ] as const) {
        const res = await partner.post(`/books/${id}/cover`).attach('cover', file, name).expect(422);
        expect(res.body.errors.cover).toEqual(['must be a JPEG, PNG, or WebP image']);
      }
      const huge = await sharp({ create: { width: 5_001, height: 5_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      const tooLarge = await partner.post(`/books/${id}/cover`).attach('cover', huge, 'cover.png').expect(422);
      expect(tooLarge.body.errors.cover).toEqual(['must have at most 25 megapixels, such as 4,000 × 6,000']);
      const missing = await partner.post(`/books/${id}/cover`).expect(422);
      expect(missing.body.errors.cover).toEqual(["can't be blank"]);
      const large = await partner
        .post(`/books/${id}/cover`)
        .attach('cover', Buffer.alloc(5 * 1024 * 1024 + 1), 'x.png');
      expect([large.status, large.body.errors.base]).toEqual([
        413,
        ['The file is larger than 5 MB. Choose a smaller one.'],
      ]);
      const misnamed = await partner.post(`/books/${id}/cover`).attach('file', svg, 'x.png').expect(422);
      expect(misnamed.body.errors.base).toEqual(['We couldn’t read the upload. Please try again.']);
      const png = await picture(10).png().toBuffer();
      const foreign = await other.post(`/books/${id}/cover`).attach('cover', png, 'x.png');
      expect([foreign.status, foreign.text]).toEqual([404, '{}']);
      await visitor(server).post(`/books/${id}/cover`).attach('cover', png, 'x.png').expect(401);
    });
    expect(changed).toEqual([]);
  });

  it('is fetched from the store by ASIN', async () => {
    const { id } = await createBook(partner, { asin: 'B0DEMO0001' });
    const res = await partner.post(`/books/${id}/refresh-cover`).expect(200);
    expect(res.body.book.cover_url).toBe('/media/covers/demo-1.svg');
    const withoutAsin = await createBook(partner);
    const refused = await partner.post(`/books/${withoutAsin.id}/refresh-cover`).expect(422);
    expect(refused.body.errors.base).toEqual([
      'This book has no ASIN, so we can’t fetch its cover. Upload one instead.',
    ]);
  });
});
