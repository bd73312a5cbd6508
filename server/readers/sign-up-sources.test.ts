/** Sign-up forms on pages and other sites: the page of each sign-up is stored, and counted by its kind. */
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createReader, createStaff, MYSTERY, visitor } from '#server/testing/factories.ts';
import { signUpSource } from '#shared/sign-up-sources.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signUp = (email: string, page?: string) =>
  visitor(server)
    .post('/readers')
    .send({ email, category_ids: [MYSTERY], ...(page ? { page } : {}) })
    .expect(201);
const confirm = async (email: string) => {
  const [mail] = await server.emailsTo(email);
  const token = /\/readers\/confirm\?token=([\w-]+)/.exec(mail!.text)![1]!;
  return (await visitor(server).post('/readers/confirm').send({ token }).expect(200)).body.reader;
};

it('derives the kind of page from its path', () => {
  const kinds = ['/', '/ebook-deals/free-ebooks', '/books/7/emma', '/categories/1/mystery', '/authors/2/jane-austen']
    .concat(['/marketing-guide/book-marketing-plan', '/reader-blog/3/ten-cozies', '/newsletter/mystery'])
    .concat(['/newsletter/embed/mystery', '/pricing', '/constructor'])
    .map(signUpSource);
  expect(kinds).toEqual([
    ...['home', 'deals', 'book', 'category', 'author', 'guide', 'reader_blog', 'landing', 'embed', 'other', 'other'],
  ]);
  expect(signUpSource(undefined)).toBe('other');
});

it('counts the links emailed and the addresses confirmed, and shows staff both', async () => {
  await signUp('ida@example.test', '/books/7/emma');
  await signUp('ole@example.test', '/books/9/persuasion');
  await signUp('uma@example.test', '/newsletter/mystery');
  // A second form within ten minutes sends nothing.
  await signUp('ida@example.test', '/newsletter/mystery');
  const { uuid, sign_up_page } = await confirm('ida@example.test');
  expect(sign_up_page).toBe('/books/7/emma');
  // A form with a subscribed address sends nothing either.
  const { email } = await createReader(server);
  await signUp(email, '/newsletter/mystery');
  await visitor(server).delete(`/readers/${uuid}`).expect(204);

  const staff = await createStaff(server, 'editor');
  const { body } = await staff.get('/admin/sign_up_counts').expect(200);
  const counts = body.sign_up_counts as { source: string; sign_ups: number; confirmed: number }[];
  expect(counts.map(({ source, sign_ups, confirmed }) => [source, sign_ups, confirmed]).sort()).toEqual([
    ['book', 2, 1],
    ['landing', 1, 0],
    // The factory's reader, whose sign-up has no page.
    ['other', 1, 1],
  ]);
});

it('signs up for every general category with “all”, and for no adult one', async () => {
  await visitor(server).post('/readers').send({ email: 'all@example.test', category_ids: 'all' }).expect(201);
  const [mail] = await server.emailsTo('all@example.test');
  const general = await server.deps.db.category.count({ where: { is_adult: false } });
  expect(mail!.text).toContain(`in ${general} genres`);
  const { category_ids } = await confirm('all@example.test');
  expect(category_ids).toHaveLength(general);
  expect(await server.deps.db.category.count({ where: { is_adult: true, id: { in: category_ids } } })).toBe(0);
});

it('refuses a page that isn’t a path', async () => {
  for (const page of ['https://elsewhere.test/', '/books?q=1', 'books', '/<b>'])
    await visitor(server)
      .post('/readers')
      .send({ email: 'x@example.test', category_ids: [MYSTERY], page })
      .expect(422);
});

it('accepts a page’s form without script, with the page’s genre', async () => {
  const fields = { email: 'box@example.test', genres: String(MYSTERY), page: '/books/7/emma' };
  const { status, headers } = await supertest(server.url).post('/newsletter/mystery').type('form').send(fields);
  expect([status, headers.location]).toEqual([303, '/newsletter/mystery?sent=done']);
  const reader = await server.deps.db.reader.findUniqueOrThrow({
    where: { email: 'box@example.test' },
    include: { categories: true },
  });
  expect([reader.sign_up_source, reader.sign_up_page]).toEqual(['book', '/books/7/emma']);
  expect(reader.categories.map(({ category_id }) => category_id)).toEqual([MYSTERY]);
});
