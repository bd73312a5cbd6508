/** Readers' lists: who may change them, when an item starts, the limits, and the promotion that gains a follower. */
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  createReader,
  createStaff,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { MAX_FOLLOWS, MAX_WISHES } from '#shared/reader-list.ts';
import type { ListRequest, ReaderListEntry } from '#shared/readers.ts';

let server: TestServer;
let partner: PartnerClient;
let author: { id: number };
let book: { id: number; slug: string };
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
  author = await createAuthor(partner, { name: 'Jane Doe' });
  book = await createBook(partner, { author_id: author.id, series: 'Harbor Nights', category_id: 2 });
});
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const listOf = async (uuid: string): Promise<ReaderListEntry[]> =>
  (await visitor(server).get(`/readers/${uuid}/list`).expect(200)).body.list;
const add = (uuid: string, item: object) => visitor(server).post(`/readers/${uuid}/list`).send(item);
const request = (body: Partial<ListRequest>) => visitor(server).post('/readers/list').send(body).expect(201);
const confirmationsTo = async (email: string) =>
  (await server.emailsTo(email)).filter(({ subject }) => subject.startsWith('Confirm: '));
/** Tokens of the confirmation links emailed to an unconfirmed address, by the number of items they name. */
const confirmTokens = async (email: string) =>
  (await server.emailsTo(email))
    .flatMap(({ text }) => /confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
    .sort((a, b) => Number(a.split('.')[1] ?? 0) - Number(b.split('.')[1] ?? 0));
const confirm = (token: string) => visitor(server).post('/readers/confirm').send({ token }).expect(200);

describe('with the uuid from their emails, a reader', () => {
  it('follows an author and a series, saves a book, changes its price, and removes each', async () => {
    const { uuid } = await createReader(server);
    await add(uuid, { kind: 'author', id: author.id }).expect(200);
    await add(uuid, { kind: 'author', id: author.id }).expect(200);
    await add(uuid, { kind: 'series', id: book.id }).expect(200);
    await add(uuid, { kind: 'book', id: book.id }).expect(200);
    await add(uuid, { kind: 'book', id: book.id, max_price_cents: 299 }).expect(200);
    const list = await listOf(uuid);
    const authorPath = `/authors/${author.id}/jane-doe`;
    expect(list).toEqual([
      {
        ...{
          id: expect.any(Number),
          created_at: expect.any(String),
          kind: 'book',
          name: 'The Quiet Harbor',
          by: 'Jane Doe',
        },
        ...{ path: `/books/${book.id}/${book.slug}`, book_id: book.id, max_price_cents: 299 },
      },
      expect.objectContaining({ kind: 'series', name: 'Harbor Nights', by: 'Jane Doe', path: authorPath }),
      expect.objectContaining({ kind: 'author', name: 'Jane Doe', by: null, path: authorPath }),
    ]);
    for (const { id } of list) await visitor(server).delete(`/readers/${uuid}/list/${id}`).expect(200);
    await visitor(server).delete(`/readers/${uuid}/list/${list[0]!.id}`).expect(200);
    expect(await listOf(uuid)).toEqual([]);
  });

  it('can’t remove an item from another reader’s list', async () => {
    const [one, other] = [await createReader(server), await createReader(server)];
    await add(one.uuid, { kind: 'author', id: author.id }).expect(200);
    const [{ id }] = (await listOf(one.uuid)) as [ReaderListEntry];
    await visitor(server).delete(`/readers/${other.uuid}/list/${id}`).expect(200);
    expect(await listOf(one.uuid)).toHaveLength(1);
    expect(await listOf(other.uuid)).toEqual([]);
  });

  it('can’t add unknown items or invalid prices', async () => {
    const { uuid } = await createReader(server);
    const single = await createBook(partner, { title: 'Alone' });
    const draft = await createBook(partner, { title: 'Unfinished', status: 'draft' });
    await add('0b0f7f0c-7f0e-4c8f-9d5e-0d1e2f3a4b5c', { kind: 'author', id: author.id }).expect(404);
    for (const item of [
      { kind: 'author', id: 999_999 },
      { kind: 'series', id: single.id },
      { kind: 'book', id: draft.id },
      { kind: 'book', id: book.id, max_price_cents: 500 },
      { kind: 'book', id: book.id, max_price_cents: -1 },
      { kind: 'shop', id: book.id },
    ])
      await add(uuid, item).expect(422);
    expect(await listOf(uuid)).toEqual([]);
  });

  it('follows at most 200, even with simultaneous requests, and saves at most 200', async () => {
    const { uuid } = await createReader(server);
    const { id } = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } });
    await server.deps.pool.query(
      `with names as (insert into authors (partner_id, name, slug) select $2, 'Writer ' || n, 'w' from generate_series(1, $3::int) n returning id)
       insert into reader_list_items (reader_id, author_id) select $1, id from names`,
      [id, partner.id, MAX_FOLLOWS - 1],
    );
    const others = await Promise.all([1, 2, 3, 4].map(() => createAuthor(partner)));
    const responses = await Promise.all(others.map((other) => add(uuid, { kind: 'author', id: other.id })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(responses.find(({ status }) => status === 422)!.body.errors.full_messages).toEqual([
      'You follow 200 authors and series, which is the most we can keep. Remove one, then follow this one.',
    ]);
    expect(await listOf(uuid)).toHaveLength(MAX_FOLLOWS);

    await server.deps.pool.query(
      `with made as (insert into books (partner_id, title, slug, category_id, description, status)
         select $2, 'Book ' || n, 'b', 1, 'x', 'archived' from generate_series(1, $3::int) n returning id)
       insert into reader_list_items (reader_id, book_id) select $1, id from made`,
      [id, partner.id, MAX_WISHES],
    );
    const { body } = await add(uuid, { kind: 'book', id: book.id }).expect(422);
    expect(body.errors.full_messages[0]).toMatch(/^You’ve saved 200 books/);
  });
});

describe('a request with only an address', () => {
  it('emails a subscribed reader a link to confirm, and changes nothing until then', async () => {
    const { email, uuid } = await createReader(server);
    const page = `/books/${book.id}/${book.slug}`;
    const changed = await tablesChangedBy(server, async () => {
      await request({ email, kind: 'book', id: book.id, max_price_cents: 299, page });
      await server.settle();
    });
    expect(changed).not.toContain('reader_list_items');
    expect(changed).not.toContain('readers');
    const [mail] = await confirmationsTo(email);
    expect(mail!.subject).toBe('Confirm: save The Quiet Harbor by Jane Doe');
    expect(mail!.text).toContain('tell you in your newsletter when it’s $2.99 or less');
    const link = /\/readers\/\S+/.exec(mail!.text)![0];
    expect(link).toBe(`/readers/${uuid}/list?item=book-${book.id}-299&from=${encodeURIComponent(page)}`);
    // The link gives access to the preferences, so it doesn't stay in the database.
    const stored = await server.deps.db.mail.findFirstOrThrow({
      where: { to: email, template: 'reader_list_confirm' },
    });
    expect(JSON.stringify([stored.props, stored.secrets])).not.toContain(uuid);
  });

  it('gets the same response for subscribed and unknown addresses, so nobody learns who is subscribed', async () => {
    const { email } = await createReader(server);
    const item = { kind: 'author', id: author.id } as const;
    const knownResponse = await request({ email, ...item });
    const unknownResponse = await request({ email: 'unknown@example.test', ...item });
    expect(knownResponse.body).toEqual(unknownResponse.body);
  });

  it('emails a subscribed reader a link for each of several requests in a row', async () => {
    const { email, uuid } = await createReader(server);
    await request({ email, kind: 'author', id: author.id });
    await request({ email, kind: 'book', id: book.id });
    const emails = await confirmationsTo(email);
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      'Confirm: follow Jane Doe',
      'Confirm: save The Quiet Harbor by Jane Doe',
    ]);
    for (const { text } of emails) expect(text).toContain(`/readers/${uuid}/list?item=`);
  });

  it.each(['subscribed', 'unknown'])('sends at most five links a day to an address that is %s', async (kind) => {
    const email = kind === 'unknown' ? 'flooded@example.test' : (await createReader(server)).email;
    const follow = (address: string) =>
      visitor(server).post('/readers/list').send({ email: address, kind: 'author', id: author.id });
    const responses = await Promise.all(Array.from({ length: 7 }, () => follow(email)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const { body } = await follow(email.toUpperCase()).expect(429);
    expect(body.errors.full_messages).toEqual([
      'Five links were requested for this address in the last 24 hours. Open the newest one to confirm, and you can add more from there right away.',
    ]);
    expect((await server.emailsTo(email)).filter(({ subject }) => subject.includes('Jane Doe'))).toHaveLength(5);
  });

  it('signs up an unknown address in the author’s genre, and starts the follow on confirmation', async () => {
    const email = 'new@example.test';
    await request({ email, kind: 'author', id: author.id, page: '/authors/1/jane-doe' });
    const reader = () =>
      server.deps.db.reader.findUniqueOrThrow({ where: { email }, include: { categories: true, list: true } });
    expect(await reader()).toMatchObject({ status: 'pending', list: [], sign_up_source: 'author' });
    const [mail] = await server.emailsTo(email);
    expect(mail!.text).toContain('You’ll follow Jane Doe');
    const [token] = await confirmTokens(email);
    await confirm(token!);
    await confirm(token!);
    expect(await reader()).toMatchObject({
      ...{ status: 'active', confirm_wishes: null, categories: [{ category_id: 2 }] },
      list: [{ author_id: author.id, series: '', page: '/authors/1/jane-doe' }],
    });
    const welcome = (await server.emailsTo(email)).find(({ subject }) => subject.startsWith('Welcome'));
    expect(welcome!.text).toContain('You’ll follow Jane Doe');
    // Another press doesn't bring back what the reader has removed since.
    await server.deps.db.readerListItem.deleteMany({ where: { reader: { email } } });
    await confirm(token!);
    expect((await reader()).list).toEqual([]);
  });

  it('is kept with earlier ones from an unknown address, and each link confirms what its email names', async () => {
    const email = 'two-wishes@example.test';
    await request({ email, kind: 'author', id: author.id });
    await request({ email, kind: 'book', id: book.id, max_price_cents: 299 });
    const texts = (await server.emailsTo(email)).map(({ text }) => text);
    expect(
      texts.map((text) => [text.includes('follow Jane Doe'), text.includes('The Quiet Harbor by')]).sort(),
    ).toEqual([
      [true, false],
      [true, true],
    ]);
    const [first, second] = await confirmTokens(email);
    const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email } });
    await confirm(first!);
    expect(await listOf(uuid)).toMatchObject([{ kind: 'author' }]);
    await confirm(second!);
    await confirm(second!);
    expect(await listOf(uuid)).toMatchObject([{ kind: 'book', max_price_cents: 299 }, { kind: 'author' }]);
  });

  it('is confirmed by the newest link, together with all earlier requests', async () => {
    const email = 'all-wishes@example.test';
    const start = server.clock.now().getTime();
    const signUp = () =>
      visitor(server)
        .post('/readers')
        .send({ email, category_ids: [3, 4] })
        .expect(201);
    await signUp();
    await request({ email, kind: 'author', id: author.id });
    server.clock.set(new Date(start + 9 * 60_000));
    await signUp();
    expect(await confirmTokens(email)).toHaveLength(2);
    server.clock.set(new Date(start + 2 * 86_400_000));
    await request({ email, kind: 'series', id: book.id });
    const before = await confirmTokens(email);
    expect(before).toHaveLength(3);
    server.clock.set(new Date(start + 3 * 86_400_000));
    await signUp();
    const [newest] = (await confirmTokens(email)).filter((token) => !before.includes(token));
    await confirm(newest!);
    const { uuid, categories } = await server.deps.db.reader.findUniqueOrThrow({
      where: { email },
      include: { categories: true },
    });
    expect(await listOf(uuid)).toMatchObject([{ kind: 'series' }, { kind: 'author' }]);
    expect(categories.map(({ category_id }) => category_id).sort()).toEqual([3, 4]);
    server.clock.set(new Date(start));
  });

  it('adds nothing for a reader who left before they pressed the second link', async () => {
    const email = 'left-between@example.test';
    await request({ email, kind: 'author', id: author.id });
    await request({ email, kind: 'book', id: book.id });
    const [first, second] = await confirmTokens(email);
    await confirm(first!);
    const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email } });
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    await visitor(server).post('/readers/confirm').send({ token: second }).expect(422);
    expect(await listOf(uuid)).toMatchObject([{ kind: 'author' }]);
  });

  it('resubscribes an unsubscribed reader, and adds the follow, only after they confirm', async () => {
    const { email, uuid } = await createReader(server);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    await request({ email, kind: 'series', id: book.id });
    const status = async () => (await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } })).status;
    expect([await status(), await listOf(uuid)]).toEqual(['pending', []]);
    const tokens = await confirmTokens(email);
    await confirm(tokens.at(-1)!);
    expect(await status()).toBe('active');
    expect(await listOf(uuid)).toEqual([expect.objectContaining({ kind: 'series', name: 'Harbor Nights' })]);
  });

  it('keeps the preferences of a pending sign-up, and of a reader who had stopped getting the newsletter', async () => {
    const start = server.clock.now().getTime();
    const preferences = { frequency: 'weekly', max_price_cents: 199, stores: ['kobo'] };
    const stopped = await createReader(server, { category_ids: [3, 4], ...preferences });
    await server.deps.db.reader.update({ where: { uuid: stopped.uuid }, data: { status: 'sunset' } });
    const email = 'pending-wishes@example.test';
    await visitor(server)
      .post('/readers')
      .send({ email, category_ids: [3, 4], ...preferences })
      .expect(201);
    server.clock.set(new Date(start + 2 * 86_400_000));
    for (const address of [email, stopped.email]) {
      const before = await confirmTokens(address);
      await request({ email: address, kind: 'author', id: author.id });
      const [newest] = (await confirmTokens(address)).filter((token) => !before.includes(token));
      await confirm(newest!);
      const include = { categories: { orderBy: { category_id: 'asc' } }, list: true } as const;
      expect(await server.deps.db.reader.findUniqueOrThrow({ where: { email: address }, include })).toMatchObject({
        ...{ status: 'active', ...preferences, list: [{ author_id: author.id }] },
        categories: [{ category_id: 3 }, { category_id: 4 }],
      });
    }
    server.clock.set(new Date(start));
  });

  it('signs up in the general genres for an adult book, because adult genres are chosen in the preferences', async () => {
    const [adult] = await server.deps.db.category.findMany({ where: { is_adult: true } });
    const steamy = await createBook(partner, {
      ...{ title: 'Steam', category_id: adult!.id, content_rating: 'adult', author_id: author.id },
    });
    await request({ email: 'steam@example.test', kind: 'book', id: steamy.id });
    const rows = await server.deps.db.readerCategory.findMany({
      where: { reader: { email: 'steam@example.test' } },
      select: { category: { select: { is_adult: true } } },
    });
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.some(({ category }) => category.is_adult)).toBe(false);
    await server.deps.db.book.delete({ where: { id: steamy.id } });
  });

  it('leaves an author’s name that contains a link out of the email', async () => {
    const { email } = await createReader(server);
    const spammer = await createAuthor(partner, { name: 'win at www.prize.example' });
    await request({ email, kind: 'author', id: spammer.id });
    const [mail] = await confirmationsTo(email);
    expect(mail!.subject).toBe('Confirm: follow the author');
    expect(mail!.text + mail!.html).not.toContain('prize');
  });
});

describe('without script', () => {
  const post = (path: string, fields: object) => supertest(server.url).post(path).type('form').send(fields);

  it.each(['book', 'author'])('the form on the page of a %s requests the item', async (kind) => {
    const page = kind === 'book' ? `/books/${book.id}/${book.slug}` : `/authors/${author.id}/jane-doe`;
    const email = `${kind}-form@example.test`;
    const sent = await post(page, { email, item: kind === 'book' ? `book-${book.id}-99` : `author-${author.id}` });
    expect([sent.status, sent.headers.location]).toEqual([303, `${page}?sent=done#follow`]);
    const { confirm_wishes } = await server.deps.db.reader.findUniqueOrThrow({ where: { email } });
    expect(confirm_wishes).toMatchObject({ preferences: { category_ids: [2] }, list: [{ kind, page }] });
    for (const item of ['book-x', 'book-999999', ''])
      expect((await post(page, { email, item })).headers.location).toBe(`${page}?sent=check#follow`);
  });

  it('adds the item after one press of the button on the page that the email links to', async () => {
    const { uuid } = await createReader(server);
    const path = `/readers/${uuid}/list?item=book-${book.id}-0`;
    const sent = await post(path, {});
    expect([sent.status, sent.headers.location]).toEqual([303, `${path}&sent=done`]);
    expect(await listOf(uuid)).toMatchObject([{ kind: 'book', max_price_cents: 0 }]);
    expect((await post(`/readers/${uuid}/list?item=x`, {})).headers.location).toMatch(/sent=check$/);
  });
});

describe('a promotion', () => {
  it('counts a follower who got its newsletter or followed from its book’s page within seven days', async () => {
    const followedAuthor = await createAuthor(partner, { name: 'Ida Promoted' });
    const reader = await createReader(server);
    const otherReader = await createReader(server, { category_ids: [9] });
    const { id, book: promoted } = await createPromotion(server, { partner, book: { author_id: followedAuthor.id } });
    await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
    const creditedPromotion = async (uuid: string, page?: string) => {
      await add(uuid, { kind: 'author', id: followedAuthor.id, page }).expect(200);
      const item = await server.deps.db.readerListItem.findFirstOrThrow({
        where: { reader: { uuid }, author_id: followedAuthor.id },
      });
      await server.deps.db.readerListItem.delete({ where: { id: item.id } });
      return item.promotion_id;
    };
    const bookPage = `/books/${promoted.id}/${promoted.slug}`;
    expect(await creditedPromotion(reader.uuid, bookPage)).toBe(null);

    await server.advanceTo('2026-12-02T18:10:00Z');
    expect(await creditedPromotion(reader.uuid)).toBe(id);
    expect(await creditedPromotion(otherReader.uuid)).toBe(null);
    expect(await creditedPromotion(otherReader.uuid, `/authors/${followedAuthor.id}/ida`)).toBe(null);
    expect(await creditedPromotion(otherReader.uuid, bookPage)).toBe(id);

    const { sent_at } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    server.clock.set(new Date(sent_at!.getTime() + 7 * 86_400_000 - 1));
    expect(await creditedPromotion(reader.uuid)).toBe(id);
    server.clock.set(new Date(sent_at!.getTime() + 7 * 86_400_000));
    expect(await creditedPromotion(reader.uuid)).toBe(null);
  });
});
