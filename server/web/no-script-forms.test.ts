/** Forms sent by browsers without JavaScript: same calls and limits as the API, and no cross-site posts. */
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { tablesChangedBy } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const send = (path: string, fields: object, headers: Record<string, string> = {}) =>
  supertest(server.url).post(path).type('form').set(headers).send(fields);
const signUp = (email: string, headers?: Record<string, string>) => send('/', { email, genres: ['1,2', '7'] }, headers);
const statusAndLocation = ({ status, headers }: { status: number; headers: Record<string, string> }) => [
  status,
  headers.location,
];

it('redirects back to the page with the result', async () => {
  expect(statusAndLocation(await signUp('may@example.test'))).toEqual([303, '/?sent=done#sign-up']);
  const reader = await server.deps.db.reader.findUniqueOrThrow({
    where: { email: 'may@example.test' },
    include: { categories: { orderBy: { category_id: 'asc' } } },
  });
  expect([reader.status, reader.categories.map(({ category_id }) => category_id)]).toEqual(['pending', [1, 2, 7]]);
  const changed = await tablesChangedBy(server, async () => {
    expect(statusAndLocation(await signUp('nobody'))).toEqual([303, '/?sent=check#sign-up']);
    expect(statusAndLocation(await send('/', {}))).toEqual([303, '/?sent=check#sign-up']);
    const unknown = '/readers/0b0f7f0c-7f0e-4c8f-9d5e-0d1e2f3a4b5c/edit';
    expect(statusAndLocation(await send(unknown, {}))).toEqual([303, `${unknown}?sent=check`]);
    expect(statusAndLocation(await send('/readers/x/edit', {}))).toEqual([303, '/readers/x/edit?sent=check']);
    expect(statusAndLocation(await send('/readers/unsubscribe?token=x', {}))).toEqual([
      303,
      '/readers/unsubscribe?token=x&sent=check',
    ]);
    expect(statusAndLocation(await send('/readers/confirm', {}))).toEqual([303, '/readers/confirm?sent=check']);
    expect(statusAndLocation(await send('/readers/confirm?token=x&sent=done', {}))).toEqual([
      303,
      '/readers/confirm?token=x&sent=check',
    ]);
  });
  expect(changed).toEqual([]);
});

it('accepts the longest message, also in a script whose characters take up more bytes', async () => {
  const longest = { name: 'Оттилия', email: 'o@example.test', message: '本'.repeat(5_000) };
  expect(statusAndLocation(await send('/contact', longest))).toEqual([303, '/contact?sent=done']);
});

it.each(['cross-site', 'same-site'])('refuses a form that another site sends: %s', async (site) => {
  const changed = await tablesChangedBy(server, async () => {
    expect((await signUp('eve@example.test', { 'sec-fetch-site': site })).status).toBe(403);
  });
  expect(changed).toEqual([]);
  expect((await signUp(`${site}@example.test`, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
});

it("shares the API's rate limit, and gives bots the same response", async () => {
  const message = { name: 'Ottilie', email: 'o@example.test', message: 'May a box set run as well?' };
  const changed = await tablesChangedBy(server, async () => {
    for (let turn = 0; turn < 20; turn++)
      expect(statusAndLocation(await send('/contact', { ...message, website: 'x' }))).toEqual([
        303,
        '/contact?sent=done',
      ]);
    expect(statusAndLocation(await send('/contact', message))).toEqual([303, '/contact?sent=later']);
    await supertest(server.url).post('/api/v1/contact').send(message).expect(429);
  });
  expect(changed).toEqual([]);
});
