/** Common behavior of lists and records: short lists, filters, `after`, joins, and the order of equal rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createAuthor,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
});
afterAll(() => server.close());

type Row = { id: number; name: string; position: number };

describe('a short list', () => {
  beforeAll(async () => {
    const namedRows = (kind: string) =>
      Array.from({ length: 25 }, (_, index) => ({
        slug: `${kind}-${index}`,
        name: `${kind} ${String.fromCharCode(65 + ((index * 7) % 25))}`,
      }));
    const { db } = server.deps;
    await db.tag.createMany({ data: namedRows('tag') });
    await db.blogCategory.createMany({ data: namedRows('section') });
    await db.readerBlogCategory.createMany({ data: namedRows('shelf') });
  });

  it.each([
    ['categories', 'position'],
    ['super_categories', 'position'],
    ['tags', 'name'],
    ['addons', 'name'],
    ['blog_categories', 'name'],
    ['reader_blog_categories', 'name'],
  ] as const)('of %s is complete, in order of %s', async (list, order) => {
    const { body } = await partner.get(`/${list}`).expect(200);
    const rows: Row[] = body[list];
    const total = rows.length;
    expect(body.meta).toEqual({ total_count: total, page: 1, per: Math.max(total, 20) });
    const values = rows.map((row) => row[order]);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : 1)));

    const second = (await partner.get(`/${list}?page=2&per=2`).expect(200)).body;
    expect(second[list]).toEqual(rows.slice(2, 4));
    expect(second.meta).toEqual({ total_count: total, page: 2, per: 2 });
    const first = (await partner.get(`/${list}?page=1`).expect(200)).body;
    expect(first[list]).toEqual(rows.slice(0, 20));
    expect(first.meta.per).toBe(20);
  });

  it('can have more rows than a page of other lists', async () => {
    for (const list of ['categories', 'tags', 'blog_categories', 'reader_blog_categories'])
      expect((await visitor(server).get(`/${list}`).expect(200)).body[list].length, list).toBeGreaterThan(20);
  });
});

it('other lists, such as authors, have 20 rows a page', async () => {
  for (let count = 0; count < 21; count++)
    await createAuthor(other, { name: `Author ${String.fromCharCode(85 - count)}` });
  const { body } = await other.get('/authors').expect(200);
  const names = body.authors.map(({ name }: Row) => name);
  expect(names).toHaveLength(20);
  expect(names[0]).toBe('Author A');
  expect(names).toEqual(names.toSorted());
  expect(body.meta).toEqual({ total_count: 21, page: 1, per: 20 });
});

it('categories can be filtered by their group and joined with it', async () => {
  const { categories } = (await visitor(server).get('/categories?super_category_id=2&joins=super_category').expect(200))
    .body;
  const { super_category } = (await visitor(server).get('/super_categories/2?joins=categories').expect(200)).body;
  const { categories: members, ...group } = super_category;
  expect(categories.map(({ id }: Row) => id)).toEqual(members.map(({ id }: Row) => id));
  for (const category of categories) expect(category.super_category).toEqual(group);
  const { category } = (await visitor(server).get(`/categories/${members[0].id}?joins=super_category`).expect(200))
    .body;
  expect(category).toEqual(categories[0]);
});

describe('promotions', () => {
  let approved: number;
  let rejected: number;
  let questioned: number;
  beforeAll(async () => {
    const ids = [];
    for (let days = 2; days < 6; days++) ids.push((await createPromotion(server, { partner, days })).id);
    [approved, rejected, questioned] = ids as [number, number, number];
    await staff
      .post(`/promotions/${rejected}/reject`)
      .send({ reason_codes: ['other'], message: 'No.' })
      .expect(200);
    await staff.post(`/promotions/${questioned}/partner_feedback`).send({ message: 'Is it free?' }).expect(200);
    await staff.post(`/promotions/${approved}/approve`).expect(200);
  });

  const filteredIds = async (query: string) =>
    (await partner.get(`/promotions?${query}`).expect(200)).body.promotions.map(({ id }: Row) => id);

  it('are filtered by approval status, with an underscore or a space', async () => {
    expect(await filteredIds('approval_status=approved')).toEqual([approved]);
    expect(await filteredIds('approval_status=rejected')).toEqual([rejected]);
    expect(await filteredIds('approval_status=awaiting_feedback')).toEqual([questioned]);
    expect(await filteredIds('approval_status=awaiting%20feedback')).toEqual([questioned]);
    expect((await partner.get('/promotions?approval_status=maybe').expect(422)).body.errors).toHaveProperty(
      'approval_status',
    );
  });
});

describe('invoices', () => {
  let number = 100;
  const insert = async (invoice_type: 'promotion' | 'refund', date: string) => {
    const fields = { number: ++number, partner_id: partner.id, lines: [], subtotal_cents: 0, total_cents: 0 };
    const created_at = new Date(`${date}T18:00:00Z`);
    return (
      await server.deps.db.invoice.create({
        data: { ...fields, invoice_type, date: new Date(date), status: 'paid', paid_at: created_at, created_at },
      })
    ).id;
  };

  it('are filtered by type and date, newest first, and in the CSV by type', async () => {
    const october = await insert('promotion', '2026-10-31');
    const november = await insert('promotion', '2026-11-01');
    const refund = await insert('refund', '2026-11-02');
    const ids = async (query: string) =>
      (await partner.get(`/invoices?${query}`).expect(200)).body.invoices.map(({ id }: Row) => id);
    expect(await ids('')).toEqual([refund, november, october]);
    expect(await ids('invoice_type=promotion')).toEqual([november, october]);
    expect(await ids('invoice_type=refund')).toEqual([refund]);
    expect(await ids('date_from=2026-11-01')).toEqual([refund, november]);
    expect(await ids('date_to=2026-11-01')).toEqual([november, october]);
    expect(await ids('date_from=2026-11-01&date_to=2026-11-01')).toEqual([november]);
    const csv = (await partner.get('/invoices.csv?invoice_type=refund').expect(200)).text;
    expect(csv.trim().split('\n')).toHaveLength(2);

    const { invoices } = (await partner.get('/invoices').expect(200)).body;
    for (const invoice of invoices)
      expect((await partner.get(`/invoices/${invoice.id}`).expect(200)).body).toEqual({ invoice });
    await other.get(`/invoices/${refund}`).expect(404);
    await visitor(server).get(`/invoices/${refund}`).expect(401);
    await staff.get(`/invoices/${refund}`).expect(200);
  });
});

describe('a list that continues after a record', () => {
  const pageOf = async (client: Client, list: string, query: string) =>
    (await client.get(`/${list}?per=2&${query}`).expect(200)).body;

  beforeAll(async () => {
    const fields = { partner_id: partner.id, lines: [], subtotal_cents: 0, total_cents: 0 };
    const paid = {
      invoice_type: 'promotion',
      date: new Date('2026-11-05'),
      status: 'paid',
      paid_at: new Date('2026-11-05'),
    } as const;
    await server.deps.db.invoice.createMany({ data: [1, 2, 3, 4].map((number) => ({ ...fields, ...paid, number })) });
  });

  it.each([
    ['promotions', 'id', 'promotions'],
    ['promotions', 'requested_date', 'promotions'],
    ['promotions', 'created_at', 'promotions'],
    ['promotions', 'updated_at', 'promotions'],
    ['invoices', 'id', 'invoices'],
    ['invoices', 'date', 'invoices'],
    ['admin/promotions', 'id', 'promotions'],
  ])('has the rows of the next pages: %s by %s', async (list, sort_col, plural) => {
    for (const sort_dir of ['asc', 'desc']) {
      const order = `sort_col=${sort_col}&sort_dir=${sort_dir}`;
      const first = await pageOf(staff, list, order);
      const second = await pageOf(staff, list, `${order}&page=2`);
      expect(second[plural]).toHaveLength(2);
      const after = `${order}&after=${first[plural][1].id}`;
      const { meta, ...rows } = await pageOf(staff, list, after);
      expect(rows).toEqual({ [plural]: second[plural] });
      expect(meta).toEqual(first.meta);
      const third = (await pageOf(staff, list, `${order}&page=3`))[plural];
      expect((await pageOf(staff, list, `${after}&page=2`))[plural]).toEqual(third);
    }
  });

  it('refuses a sort column that `after` doesn’t support', async () => {
    const { id } = (await staff.get('/promotions').expect(200)).body.promotions[0];
    for (const path of [`/promotions?sort_col=promotion_date&after=${id}`, `/admin/partners?sort_col=name&after=${id}`])
      expect((await staff.get(path).expect(422)).body.errors).toHaveProperty('after');
  });

  it('refuses ids that it doesn’t have', async () => {
    const { id } = (await staff.get('/promotions').expect(200)).body.promotions[0];
    const invoice = (await staff.get('/invoices').expect(200)).body.invoices[0].id;
    for (const path of [`/promotions?after=${id}`, `/invoices?after=${invoice}`]) {
      await partner.get(path).expect(200);
      expect((await other.get(path).expect(422)).body.errors).toHaveProperty('after');
    }
  });
});

it('discounts are filtered by partner and book', async () => {
  const book = await createBook(partner);
  const create = async (code: string, fields: object) =>
    (
      await staff
        .post('/discounts')
        .send({ code, kind: 'percent', value: 25, usage_limit: 9, ...fields })
        .expect(201)
    ).body.discount.id;
  const partnerDiscount = await create('PARTNERS', { partner_id: partner.id });
  const bookDiscount = await create('BOOKS', { book_id: book.id });
  const ids = async (query: string) =>
    (await staff.get(`/discounts?${query}`).expect(200)).body.discounts.map(({ id }: Row) => id);
  expect(await ids(`partner_id=${partner.id}`)).toEqual([partnerDiscount]);
  expect(await ids(`book_id=${book.id}`)).toEqual([bookDiscount]);
});

describe('joins', () => {
  it('of a record equal those of its list', async () => {
    const author = await createAuthor(partner);
    const book = await createBook(partner, { author_id: author.id });
    const cases = [
      ['authors', author.id, 'books,partner,past_deals'],
      ['books', book.id, 'author,category,partner,past_deals'],
      ['blog_categories', 1, 'blogs'],
      ['reader_blog_categories', 1, 'reader_blogs'],
      ['super_categories', 1, 'categories'],
      ['categories', 1, 'super_category'],
    ] as const;
    const singular: Record<string, string> = { categories: 'category', super_categories: 'super_category' };
    await server.deps.db.blogCategory.upsert({ where: { id: 1 }, update: {}, create: { slug: 'one', name: 'One' } });
    for (const [list, id, joins] of cases) {
      const record = singular[list] ?? list.replace(/ies$/, 'y').replace(/s$/, '');
      const rows = (await partner.get(`/${list}?joins=${joins}&per=100`).expect(200)).body[list];
      const single = (await partner.get(`/${list}/${id}?joins=${joins}`).expect(200)).body[record];
      const listed = rows.find((row: Row) => row.id === id);
      for (const join of joins.split(',')) {
        expect(single, `${list} ${join}`).toHaveProperty(join);
        expect(listed, `${list} ${join}`).toHaveProperty(join);
        expect(listed[join]).toEqual(single[join]);
      }
    }
  });

  it('of authors show visitors the active books, and not the partner', async () => {
    const author = await createAuthor(partner);
    const { id, slug } = await createBook(partner, { author_id: author.id });
    await createBook(partner, { author_id: author.id, status: 'draft' });
    const path = `/authors/${author.id}?public=true&joins=books,partner`;
    const { author: shown } = (await visitor(server).get(path).expect(200)).body;
    expect(shown.books).toEqual([{ id, slug, title: expect.any(String) }]);
    expect(shown).not.toHaveProperty('partner');
    const { author: own } = (await partner.get(`/authors/${author.id}?joins=partner`).expect(200)).body;
    expect(own.partner).toEqual({ id: partner.id, name: expect.any(String) });
  });

  it('of discounts are the records that restrict the code', async () => {
    const terms = { kind: 'percent', value: 10, usage_limit: 5 };
    const created = await staff
      .post('/discounts')
      .send({ ...terms, code: 'JOINED10', partner_id: partner.id })
      .expect(201);
    const { id } = created.body.discount;
    const joins = 'joins=book,category,partner';
    const { discount } = (await staff.get(`/discounts/${id}?${joins}`).expect(200)).body;
    expect(discount).toMatchObject({ book: null, category: null, partner: { id: partner.id } });
    const { discounts } = (await staff.get(`/discounts?q=JOINED10&${joins}`).expect(200)).body;
    expect(discounts).toEqual([discount]);
    expect((await staff.get(`/discounts/${id}`).expect(200)).body.discount).not.toHaveProperty('partner');
  });

  it('of newsletters are their promotions', async () => {
    const { newsletters } = (await staff.get('/newsletters?joins=promotions').expect(200)).body;
    const listed = newsletters.find((one: { newsletter_date: string }) => one.newsletter_date === '2026-12-03');
    const { newsletter } = (await staff.get(`/newsletters/${listed.id}?joins=promotions`).expect(200)).body;
    expect(listed.promotions).toHaveLength(1);
    expect(listed.promotions).toEqual(newsletter.promotions);
    expect((await staff.get('/newsletters').expect(200)).body.newsletters[0]).not.toHaveProperty('promotions');
  });
});

describe('rows with the same value', () => {
  const PER = 2;
  beforeAll(async () => {
    const { db } = server.deps;
    for (const owner of await insertPartners(server, 3 * PER)) await createAuthor(owner, { name: 'Same Name' });
    await db.discount.createMany({
      data: Array.from({ length: 3 * PER }, (_, index) => ({ code: `SAME-${index}`, kind: 'percent', value: 5 })),
    });
    await db.category.updateMany({ data: { position: 1 } });
    await db.superCategory.updateMany({ data: { position: 1 } });
    await db.blogCategory.updateMany({ data: { name: 'Same' } });
    await db.readerBlogCategory.updateMany({ data: { name: 'Same' } });
  });

  it.each([
    ['authors', 'q=same&sort_col=name'],
    ['discounts', 'q=same&sort_col=used_count'],
    ['categories', 'sort_col=position'],
    ['super_categories', 'sort_col=position'],
    ['blog_categories', 'sort_col=name'],
    ['reader_blog_categories', 'sort_col=name'],
  ] as const)('are in order of their ids, so that no page of %s repeats or omits one', async (list, query) => {
    const ids = async (sort_dir: 'asc' | 'desc') => {
      const found: number[] = [];
      for (let page = 1; ; page++) {
        const { body } = await staff.get(`/${list}?${query}&sort_dir=${sort_dir}&page=${page}&per=${PER}`).expect(200);
        found.push(...body[list].map(({ id }: Row) => id));
        if (found.length >= body.meta.total_count) return found;
      }
    };
    const ascending = await ids('asc');
    expect(ascending.length).toBeGreaterThan(PER);
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    expect(await ids('desc')).toEqual(ascending.toReversed());
  });
});
