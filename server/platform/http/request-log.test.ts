/** Logged paths, the actor of signed-in requests, and the network's hash. */
import pino from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createStaff, PASSWORD } from '#server/testing/factories.ts';
import { loggedPath } from './request-log.ts';

const TOKEN = 'a8Zk3-Qm_x92LdPq0TnVbY7uWc5eRf1h'.concat('a1z');
const UUID = '2b1f6c0a-5f7e-4d0e-9b57-0d5c3f3f7a11';

it.each([
  [`/${TOKEN}`, '/…'],
  [`/${TOKEN}/`, '/…/'],
  [`//${TOKEN}//`, '//…//'],
  [`/${TOKEN}?utm=1`, '/…'],
  [`/api/v1/readers/${UUID}/export`, '/api/v1/readers/…/export'],
  [`/API/V1/Readers/${UUID}/`, '/API/V1/Readers/…/'],
  [`/api/v1/unsubscribe/${TOKEN}`, '/api/v1/unsubscribe/…'],
  [`/api/v1/partners/unsubscribe/reminder/${TOKEN}`, '/api/v1/partners/unsubscribe/reminder/…'],
  [`/api/v1/partners/unsubscribe/recapture/${TOKEN}`, '/api/v1/partners/unsubscribe/recapture/…'],
  ['/api/v1/discounts/validate/SPRING25', '/api/v1/discounts/validate/…'],
  ['/api/v1/discounts/validate/SPRING25/?book_id=3', '/api/v1/discounts/validate/…/'],
  ['/api/v1/credit_cards/4242-4242-4242-4242', '/api/v1/credit_cards/…'],
  ['/api/v1/discounts/12', '/api/v1/discounts/12'],
  ['/books/12/the-quiet-harbor', '/books/12/the-quiet-harbor'],
  ['/marketing-guide/social-media-book-marketing', '/marketing-guide/social-media-book-marketing'],
])('logs %s as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

let server: TestServer;
const lines: { path: string; actor?: string; network: string }[] = [];
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } });
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  app = createApp({ ...server.deps, log });
});
afterAll(() => server.close());

const lastLine = () => lines.at(-1)!;

it('logs the actor and a hash of the network, not the network itself', async () => {
  const partner = await createPartner(server, { card: null });
  const get = (from: string, headers = {}) =>
    supertest(app).get('/api/v1/credit_cards').set(headers).set('X-Forwarded-For', from);
  await get('198.51.100.7').expect(401);
  const visitor = lastLine();
  expect(visitor).not.toHaveProperty('actor');
  await get('198.51.100.7', partner.headers).expect(200);
  expect(lastLine()).toMatchObject({ actor: `partner:${partner.id}`, network: visitor.network });
  await get('198.51.100.8', partner.headers).expect(200);
  expect(lastLine().network).not.toBe(visitor.network);
  expect(visitor.network).toMatch(/^[\w-]{22}$/);
  const body = { email: partner.email, password: PASSWORD };
  await supertest(app).post('/api/v1/partner-auth/sign_in').send(body).expect(200);
  expect(lastLine()).toMatchObject({ actor: `partner:${partner.id}`, path: '/api/v1/partner-auth/sign_in' });
  expect(JSON.stringify(lines)).not.toContain('198.51');
});

it('logs who views a partner’s screens, also when the token is validated', async () => {
  const [partner, staff] = [await createPartner(server, { card: null }), await createStaff(server)];
  const { credentials } = (await staff.post(`/partners/${partner.id}/view_as`).expect(201)).body;
  const headers = { 'resource-type': 'partner', ...credentials };
  for (const path of ['/credit_cards', '/partner-auth/validate_token']) {
    const { header } = await supertest(app).get(`/api/v1${path}`).set(headers).expect(200);
    expect(header['access-token']).toBe(credentials['access-token']);
    expect(lastLine()).toMatchObject({ actor: `user:${staff.id} as partner:${partner.id}`, path: `/api/v1${path}` });
  }
});
