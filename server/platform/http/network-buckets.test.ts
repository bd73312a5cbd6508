/**
 * Limits by network and by account: one network can't take all of a process's time, and normal use isn't affected. Also
 * requests in proxy form, and headers against framing.
 */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createPromotion } from '#server/testing/factories.ts';
import { networkBucket } from './network-buckets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pages: true, env: { TRUST_PROXY: '1' } });
}, 60_000);
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const get = (path: string, from: string, headers = {}) =>
  fetch(server.url + path, { headers: { 'x-forwarded-for': from, ...headers } });

/** Counts the statuses of `times` sequential requests. */
async function tally(times: number, send: (i: number) => Promise<Response>) {
  const statuses: Record<number, number> = {};
  for (let i = 0; i < times; i++) {
    const { status } = await send(i);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe('searches', () => {
  it('are limited to 120 a minute per network, over all lists', async () => {
    const search = (i: number) => get(['/api/v1/books?q=tea', '/api/v1/authors?q=a'][i % 2]!, '203.0.113.1');
    expect(await tally(125, search)).toEqual({ 200: 120, 429: 5 });
    const refused = await search(0);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await refused.json()).errors.base[0]).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/);
    expect((await get('/api/v1/books?q=tea', '203.0.113.2')).status).toBe(200);
    expect((await get('/api/v1/books', '203.0.113.1')).status).toBe(200);
  });

  it('are limited on pages, too', { timeout: 60_000 }, async () => {
    const statuses = await tally(122, (i) => get(`/nowhere-${i}?q=tea`, '203.0.113.3'));
    expect(statuses).toEqual({ 404: 120, 429: 2 });
  });
});

it('share cards are drawn at most 30 times a minute per network', { timeout: 60_000 }, async () => {
  const { id, partner } = await createPromotion(server);
  const draw = () => get(`/api/v1/promotions/${id}/share_card`, '203.0.113.14', partner.headers);
  expect(await tally(32, draw)).toEqual({ 200: 30, 429: 2 });
});

describe('pages', () => {
  it('are rendered at most 300 times a minute per network', { timeout: 120_000 }, async () => {
    expect(await tally(302, (i) => get(`/nowhere/${i}`, '203.0.113.4'))).toEqual({ 404: 300, 429: 2 });
    const refused = await get('/ebook-deals', '203.0.113.4');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Please try again in');
    expect((await get('/ebook-deals', '203.0.113.5')).status).toBe(200);
    // Cached now, so it doesn't count.
    expect((await get('/ebook-deals', '203.0.113.4')).status).toBe(200);
  });

  it("don't count while they are cached", async () => {
    expect(await tally(310, () => get('/about', '203.0.113.6'))).toEqual({ 200: 310 });
  });

  it("don't count when this machine requests them", { timeout: 60_000 }, async () => {
    expect(await tally(305, (i) => fetch(`${server.url}/nothing/${i}`))).toEqual({ 404: 305 });
  });
});

describe('store lookups', () => {
  it('are limited to 120 an hour per account', { timeout: 60_000 }, async () => {
    const partner = await createPartner(server);
    const { header } = partner.get('/session') as unknown as { header: Record<string, string> };
    const asins = ['B0DEMO0001', 'B0DEMO0002'];
    const statuses = await tally(122, (i) =>
      get(`/api/v1/books/${asins[i % 2]}/amazon_api_data`, `198.51.100.${i}`, header),
    );
    expect(statuses[429]).toBe(2);
    expect((await get('/books/B0DEMO0001/amazon_api_data', '198.51.100.9', header)).status).toBe(429);
  });

  it('are limited to 240 an hour for all accounts of a network', { timeout: 60_000 }, async () => {
    const refusals: number[] = [];
    for (let account = 0; account < 3; account++) {
      const partner = await createPartner(server);
      const { header } = partner.get('/session') as unknown as { header: Record<string, string> };
      const statuses = await tally(100, () => get('/api/v1/books/B0DEMO0001/amazon_api_data', '198.51.101.1', header));
      refusals.push(statuses[429] ?? 0);
    }
    expect(refusals).toEqual([0, 0, 60]);
  });
});

it('counts addresses of one IPv6 network together', async () => {
  const bucket = networkBucket(1, 60);
  const from = (ip: string) => bucket({ ip } as never);
  await from('2001:db8:7:1::1');
  await expect(from('2001:db8:7:1::2')).rejects.toMatchObject({ status: 429 });
  await from('2001:db8:7:2::1');
});

describe('a request in proxy form', () => {
  const send = (target: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { port } = new URL(server.url);
      request({ host: '127.0.0.1', port, path: target }, (response) => {
        let text = '';
        response
          .on('data', (chunk) => (text += chunk))
          .on('end', () => resolve({ status: response.statusCode!, text }));
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['http://evil.example/about', 200, 'About'],
    ['HTTPS://evil.example/about?aff_id=1', 200, 'About'],
    ['http://evil.example', 200, 'Deckle'],
    ['http://evil.example?page=1', 200, 'Deckle'],
    ['http://user:secret@evil.example:81/nowhere', 404, 'Deckle'],
    ['http://evil.example/api/v1/session', 200, 'business_date'],
    ['ftp://evil.example/about', 400, 'We couldn’t read the request. Check its format and try again.'],
    ['*', 400, 'We couldn’t read the request. Check its format and try again.'],
  ])('gets the response for its path, or is refused: %s, %s', async (target, status, text) => {
    const response = await send(target);
    expect(response.status).toBe(status);
    expect(response.text).toContain(text);
  });
});

it.each(['/api/v1/session', '/about', '/api/docs/', '/nowhere'])('forbids <base> and framing on %s', async (path) => {
  const policy = (await get(path, '203.0.113.9')).headers.get('content-security-policy');
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});
