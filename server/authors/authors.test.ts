import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  type Client,
  createAuthor,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
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

it('creates a profile with a slug derived from its name', async () => {
  const body = {
    name: '  Élodie Brontë-O’Neil ',
    bio: 'Writes at night.',
    website: 'https://elodie.example/',
    tiktok_url: '',
  };
  const { author } = (await partner.post('/authors').send(body).expect(201)).body;
  expect(author).toEqual({
    id: expect.any(Number),
    name: 'Élodie Brontë-O’Neil',
    slug: 'elodie-bronte-oneil',
    bio: 'Writes at night.',
    photo_url: null,
    website: 'https://elodie.example/',
    amazon_url: null,
    goodreads_url: null,
    bookbub_url: null,
    facebook_url: null,
    instagram_url: null,
    tiktok_url: null,
    partner_id: partner.id,
    created_at: INSTANT,
    updated_at: INSTANT,
  });
});

it("reports each field's problems and creates nothing", async () => {
  const changed = await tablesChangedBy(server, async () => {
    const body = { name: ' ', bio: 'x'.repeat(4001), website: 'javascript:alert(1)', amazon_url: 7 };
    const res = await partner.post('/authors').send(body).expect(422);
    expect(res.body).toEqual({
      errors: {
        name: ["can't be blank"],
        bio: ['is too long (at most 4000 characters)'],
        website: ['isn’t a valid web address'],
        amazon_url: expect.any(Array),
        full_messages: expect.arrayContaining(["Name can't be blank", 'Website isn’t a valid web address']),
      },
    });
    for (const name of ['Nul\0', '\ud800', ['Ada'], null, 'x'.repeat(101)])
      expect((await partner.post('/authors').send({ name }).expect(422)).body.errors.name).toHaveLength(1);
    expect(
      (
        await partner
          .post('/authors')
          .send([{ name: 'Ada' }])
          .expect(422)
      ).body.errors.base,
    ).toEqual(['must be an object']);
  });
  expect(changed).toEqual([]);
});

it('allows one profile per partner and name, ignoring case, even with twenty simultaneous requests', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => partner.post('/authors').send({ name: i % 2 ? 'ONLY ONCE' : 'Only Once' })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = responses.find(({ status }) => status !== 201)!;
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      errors: {
        name: ['is already one of your author profiles'],
        full_messages: ['Name is already one of your author profiles'],
      },
    },
  ]);
  await other.post('/authors').send({ name: 'Only Once' }).expect(201);
  const { id } = await createAuthor(partner);
  await partner.patch(`/authors/${id}/`).send({ name: 'only once' }).expect(422);
});

it('changes only the submitted fields, for the owner and for staff', async () => {
  const { id } = await createAuthor(partner, { name: 'Before', bio: 'A bio.', website: 'https://a.example/' });
  const renamed = await partner.patch(`/authors/${id}/`).send({ name: 'After' }).expect(200);
  expect(renamed.body.author).toMatchObject({
    name: 'After',
    slug: 'after',
    bio: 'A bio.',
    website: 'https://a.example/',
    partner_id: partner.id,
  });
  const emptied = await staff.patch(`/authors/${id}`).send({ website: '', bio: '' }).expect(200);
  expect(emptied.body.author).toMatchObject({ name: 'After', bio: '', website: null });
});

it('shows others the profile without private fields', async () => {
  const { id } = await createAuthor(partner, { name: 'Public Person' });
  await createBook(partner, { author_id: id });
  await createBook(partner, { author_id: id, status: 'draft' });
  const profile = (await visitor(server).get(`/authors/${id}`).expect(200)).body.author;
  expect(profile).toMatchObject({ id, name: 'Public Person', slug: 'public-person', books_count: 1 });
  expect(profile).not.toHaveProperty('partner_id');
  const reduced = (await other.get(`/authors/${id}?public=true`).expect(200)).body.author;
  expect(reduced).toEqual(profile);
  await other.get(`/authors/${id}`).expect(404);
  expect((await partner.get(`/authors/${id}`).expect(200)).body.author.partner_id).toBe(partner.id);
});

it('lists by name, finds by part of a name, and paginates', async () => {
  const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
  for (const name of ['Zed Last', 'Ada First', 'Mid Way']) await createAuthor(owner, { name });
  const names = async (query: string) => {
    const { body } = await owner.get(`/authors?${query}`).expect(200);
    return [body.authors.map((author: { name: string }) => author.name), body.meta.total_count];
  };
  expect(await names('sort_dir=asc')).toEqual([['Ada First', 'Mid Way', 'Zed Last'], 3]);
  expect(await names('q=WAY')).toEqual([['Mid Way'], 1]);
  expect(await names('sort_dir=asc&per=2&page=2')).toEqual([['Zed Last'], 3]);
});

it('lists names by their first letter in any script, accented or not', async () => {
  for (const name of ['Åsa Zed', 'asa zed', 'Ấn Zed', 'Østen Zed', 'Łukasz Zed', 'Вера Zed'])
    await createAuthor(other, { name });
  const namesUnder = async (letter: string) => {
    const { body } = await visitor(server).get(`/authors?letter=${letter}&q=zed&sort_col=id&sort_dir=asc`).expect(200);
    return body.authors.map(({ name }: { name: string }) => name);
  };
  expect(await namesUnder('a')).toEqual(['Åsa Zed', 'asa zed', 'Ấn Zed']);
  expect(await namesUnder('o')).toEqual(['Østen Zed']);
  expect(await namesUnder('l')).toEqual(['Łukasz Zed']);
  expect(await namesUnder('v')).toEqual(['Вера Zed']);
});

it('includes past deals, newest first, on request', async () => {
  const author = await createAuthor(partner, { name: 'Past Deals' });
  const book = await createBook(partner, { title: 'Long ago', author_id: author.id });
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  const approved = await approvedBookOf(server.deps.db, book.id);
  const promotion = (date: string, ends: string, more: object = {}) => ({
    partner_id: partner.id,
    book_id: book.id,
    category_id: 1,
    approval_status: 'approved' as const,
    requested_date: day(date),
    promotion_date: day(date),
    deal_ends_on: day(ends),
    sent_at: day(date),
    price_type: 'discounted' as const,
    sale_price_cents: 99,
    current_price_cents: 499,
    cpc_cents: 40,
    max_cost_cents: 6000,
    ...approved,
    ...more,
  });
  await server.deps.db.promotion.createMany({
    data: [
      promotion('2026-10-01', '2026-10-05'),
      promotion('2026-11-20', '2026-11-30', { sale_price_cents: 0, price_type: 'free' }),
      promotion('2026-11-28', '2026-12-01'),
      promotion('2026-09-01', '2026-09-05', { sent_at: null }),
      promotion('2026-09-02', '2026-09-05', { cancelled_at: day('2026-09-01') }),
    ],
  });
  const { body } = await visitor(server).get(`/authors/${author.id}?joins=past_deals`).expect(200);
  expect(body.author.past_deals.map(({ promotion_date }: { promotion_date: string }) => promotion_date)).toEqual([
    '2026-11-20',
    '2026-10-01',
  ]);
  expect(body.author.past_deals[0]).toMatchObject({ sale_price_cents: 0, book: { id: book.id, title: 'Long ago' } });
  const { authors } = (await visitor(server).get('/authors?joins=past_deals&per=100').expect(200)).body;
  for (const { id, past_deals } of authors) expect(past_deals).toEqual(id === author.id ? body.author.past_deals : []);
  expect((await visitor(server).get(`/authors/${author.id}`).expect(200)).body.author).not.toHaveProperty('past_deals');
  await visitor(server).get(`/authors/${author.id}?joins=followers`).expect(422);
});

it('lets an owner delete a profile, unless it has books', async () => {
  const { id } = await createAuthor(partner);
  const withBook = await createAuthor(partner);
  await createBook(partner, { author_id: withBook.id });
  const deleted = await partner.delete(`/authors/${id}`).expect(204);
  expect(deleted.text).toBe('');
  await partner.delete(`/authors/${id}`).expect(404);
  const changed = await tablesChangedBy(server, async () => {
    const res = await partner.delete(`/authors/${withBook.id}`).expect(409);
    const message = 'This profile still has books. Move them to another profile first.';
    expect(res.body.errors).toEqual({ base: [message], full_messages: [message] });
    expect(res.body.author).toMatchObject({ id: withBook.id });
  });
  expect(changed).toEqual([]);
});

it('refuses to delete a profile that gets a book at the same time', async () => {
  const { db, pool } = server.deps;
  const { id } = await createAuthor(partner);
  const { id: book_id } = await createBook(partner);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('update books set author_id = $1 where id = $2', [id, book_id]);
    // A request isn't sent until it is awaited.
    const deletion = Promise.resolve(partner.delete(`/authors/${id}`));
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    await client.query('commit');
    const { status, body } = await deletion;
    expect([status, body.author?.id]).toEqual([409, id]);
  } finally {
    client.release();
  }
  expect(await db.author.count({ where: { id } })).toBe(1);
});

it('refuses a book for a profile that is deleted at the same time', async () => {
  const { pool } = server.deps;
  const { id } = await createAuthor(partner);
  const { id: book_id } = await createBook(partner);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from authors where id = $1', [id]);
    const change = Promise.resolve(partner.patch(`/books/${book_id}`).send({ author_id: id }));
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    await client.query('commit');
    const { status, body } = await change;
    expect([status, body.errors?.author_id]).toEqual([422, ['is not one of your author profiles']]);
  } finally {
    client.release();
  }
});

describe('a profile with an approved promotion, changed by staff and its partner at the same time', () => {
  async function approvedPromotion() {
    const { db, pool } = server.deps;
    const { id: promotion_id, partner: owner, book, date } = await createPromotion(server);
    const { id } = await createAuthor(owner, { name: 'Nora Before' });
    await db.book.update({ where: { id: book.id }, data: { author_id: id } });
    const approved = { approval_status: 'approved', promotion_date: new Date(date) } as const;
    const data = { ...approved, ...(await approvedBookOf(db, book.id)) };
    await db.promotion.update({ where: { id: promotion_id }, data });
    const approvedName = async () => {
      const { reviewed_book } = await db.promotion.findUniqueOrThrow({ where: { id: promotion_id } });
      return (reviewed_book as { author_name: string }).author_name;
    };
    const audits = () =>
      db.auditEvent.findMany({ where: { entity: 'author', entity_id: String(id) }, orderBy: { id: 'asc' } });
    return { id, promotion_id, owner, approvedName, audits, client: await pool.connect() };
  }

  it('keeps the approved name if the partner’s new name comes before a staff edit of the bio', async () => {
    const { id, approvedName, audits, client } = await approvedPromotion();
    try {
      await client.query('begin');
      await client.query(`update authors set name = 'Nora After', slug = 'nora-after' where id = $1`, [id]);
      const edit = Promise.resolve(staff.patch(`/authors/${id}`).send({ bio: 'By staff.' }));
      await expect.poll(() => countLockWaits(server.deps)).toBe(1);
      await client.query('commit');
      expect((await edit).body.author).toMatchObject({ name: 'Nora After', bio: 'By staff.' });
    } finally {
      client.release();
    }
    expect(await approvedName()).toBe('Nora Before');
    expect(await audits()).toMatchObject([{ before: { name: 'Nora After' }, after: { name: 'Nora After' } }]);
  });

  it('approves the name that staff give, and audits the partner’s later name as a change from it', async () => {
    const { id, promotion_id, owner, approvedName, audits, client } = await approvedPromotion();
    try {
      await client.query('begin');
      await client.query('select from promotions where id = $1 for update', [promotion_id]);
      const byStaff = Promise.resolve(staff.patch(`/authors/${id}`).send({ name: 'Nora Staff' }));
      await expect.poll(() => countLockWaits(server.deps)).toBe(1);
      const byPartner = Promise.resolve(owner.patch(`/authors/${id}`).send({ name: 'Nora After' }));
      await expect.poll(() => countLockWaits(server.deps)).toBe(2);
      await client.query('commit');
      expect([(await byStaff).status, (await byPartner).status]).toEqual([200, 200]);
    } finally {
      client.release();
    }
    expect(await approvedName()).toBe('Nora Staff');
    expect(await audits()).toMatchObject([
      { actor: 'user', before: { name: 'Nora Before' }, after: { name: 'Nora Staff' } },
      { actor: 'partner', before: { name: 'Nora Staff' }, after: { name: 'Nora After' } },
    ]);
  });
});
