/** Access to the demo's tools (for this machine only, or read-only in a public demo), and the demo's labels. */
import { request } from 'node:http';
import type { Request } from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { tablesChangedBy } from '#server/testing/factories.ts';
import { devGate } from './dev-gate.ts';

type TestRequest = { method?: string; path?: string; peer?: string; headers?: Record<string, string> };

/** True if the gate admits this request. */
function isAdmitted(
  { method = 'GET', path = '/', peer = '127.0.0.1', headers = {} }: TestRequest,
  facts = { isPublicDemo: false, PUBLISHED_LOCALLY: false },
) {
  const all: Record<string, string> = { host: 'localhost:3000', ...headers };
  const req = { method, path, headers: all, socket: { remoteAddress: peer }, get: (name: string) => all[name] };
  let refusal: unknown = 'next was not called';
  devGate(facts)(req as unknown as Request, {} as never, (error?: unknown) => {
    refusal = error;
  });
  return refusal === undefined;
}

describe('the tools of a demo on this machine', () => {
  it.each<[string, TestRequest]>([
    ['a program', {}],
    ['a program that writes', { method: 'POST', path: '/clock' }],
    ['IPv6', { peer: '::1', headers: { host: '[::1]:3000' } }],
    ['IPv4 on an IPv6 socket', { peer: '::ffff:127.0.0.1' }],
    ['a name of this machine', { headers: { host: 'deckle.localhost' } }],
    ['a URL typed into the browser', { headers: { 'sec-fetch-site': 'none' } }],
    ['a link on another port of this machine', { headers: { 'sec-fetch-site': 'same-site' } }],
    [
      'its own form in an older browser',
      { method: 'POST', path: '/clock', headers: { origin: 'http://localhost:3000' } },
    ],
    ['its own form', { method: 'POST', path: '/clock', headers: { 'sec-fetch-site': 'same-origin', origin: 'null' } }],
  ])('admit %s', (_name, testRequest) => expect(isAdmitted(testRequest)).toBe(true));

  it.each<[string, TestRequest]>([
    ['another machine', { peer: '10.0.0.7' }],
    ['another machine over IPv6', { peer: '2001:db8::7', headers: { host: 'localhost' } }],
    ['a disconnected peer', { peer: '' }],
    ['a name that resolves here', { headers: { host: 'rebound.example:3000' } }],
    ['a name that starts with localhost', { headers: { host: 'localhost.rebound.example' } }],
    ['an address that contains localhost', { headers: { host: 'rebound.example@localhost' } }],
    ['no name', { headers: { host: '' } }],
    ['a link on another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a form on another site', { method: 'POST', path: '/clock', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a form on another port', { method: 'POST', path: '/clock', headers: { 'sec-fetch-site': 'same-site' } }],
    ['a form post that no page sent', { method: 'POST', path: '/clock', headers: { 'sec-fetch-site': 'none' } }],
    ['deleting from another port', { method: 'DELETE', headers: { 'sec-fetch-site': 'same-site' } }],
    [
      'an older browser’s form on another site',
      { method: 'POST', path: '/clock', headers: { origin: 'http://evil.example' } },
    ],
    ['an older browser’s form on another port', { method: 'POST', headers: { origin: 'http://localhost:8080' } }],
    ['a form in a sandboxed frame', { method: 'POST', headers: { origin: 'null' } }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['a proxy with a Via header', { headers: { via: '1.1 proxy' } }],
  ])('refuse %s', (_name, testRequest) => expect(isAdmitted(testRequest)).toBe(false));

  it("admit a container's bridge if its port is published locally, but no other names or sites", () => {
    const published = { isPublicDemo: false, PUBLISHED_LOCALLY: true };
    expect(isAdmitted({ peer: '172.18.0.1' }, published)).toBe(true);
    expect(isAdmitted({ peer: '172.18.0.1', headers: { host: 'rebound.example' } }, published)).toBe(false);
    expect(isAdmitted({ peer: '172.18.0.1', headers: { 'sec-fetch-site': 'cross-site' } }, published)).toBe(false);
  });
});

describe('the tools of a public demo', () => {
  const PUBLIC = { isPublicDemo: true, PUBLISHED_LOCALLY: false };
  it.each<[boolean, TestRequest]>([
    [true, { peer: '203.0.113.7', path: '/mailbox', headers: { host: 'demo.deckle.example' } }],
    [true, { method: 'HEAD', peer: '203.0.113.7', path: '/stripe.json' }],
    [false, { path: '/clock' }],
    [false, { path: '/clock/' }],
    [false, { path: '/CLOCK' }],
    [false, { method: 'POST', path: '/clock' }],
    [false, { method: 'POST', path: '/stripe/faults' }],
    [false, { method: 'DELETE', path: '/stripe/faults' }],
    [false, { method: 'POST', path: '/stripe/confirm' }],
    [false, { method: 'PUT', path: '/mailbox' }],
  ])('are read-only, from anywhere: %s %o', (expected, testRequest) => {
    expect(isAdmitted(testRequest, PUBLIC)).toBe(expected);
  });
});

describe('a server on this machine', () => {
  /** Sends a request line with an absolute URL, and the Host of this machine. */
  const statusOf = ({ url }: TestServer, path: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const clientRequest = request({ hostname, port, path, headers: { host: 'localhost' } }, (response) =>
        resolve(response.resume().statusCode!),
      );
      clientRequest.on('error', reject).end();
    });

  it('protects its clock from other sites', async () => {
    const server = await startTestServer();
    const advance = (headers: Record<string, string>) =>
      supertest(server.url).post('/dev/clock').set(headers).type('form').send({ advance_to: 'next_cutoff' });
    const before = server.deps.now();
    expect((await advance({ 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    expect((await advance({ host: 'rebound.example' })).status).toBe(404);
    expect(await statusOf(server, 'http://rebound.example/dev/clock')).toBe(404);
    expect(await statusOf(server, 'http://localhost/dev/clock')).toBe(200);
    expect(server.deps.now()).toEqual(before);
    expect((await advance({ 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    expect(server.deps.now().getTime()).toBeGreaterThan(before.getTime());
    await server.close();
  });
});

describe('a public demo', () => {
  const NOTICE =
    'This is a public demo. Its operator, partners, readers, and results are made up, and so are the books’ prices, store links, ratings, and reviews. No money moves. Anyone can read what you enter here';
  const BANNER = new RegExp(`<aside[^>]*>(<p><strong>)?${NOTICE}`, 'g');
  const withServer = async (work: (server: TestServer) => Promise<void>) => {
    const server = await startTestServer({ pages: true, env: { PUBLIC_DEMO: '1', TRUST_PROXY: '1' } });
    await work(server);
    await server.close();
  };

  it('tells search engines to stay out, in every response', { timeout: 60_000 }, () =>
    withServer(async ({ url }) => {
      const responses = await Promise.all(
        ['/', '/nowhere', '/api/v1/books', '/api/v1/nothing', '/dev', '/healthz', '/api/docs', '/front-end/x.js'].map(
          (path) => fetch(url + path),
        ),
      );
      expect(responses.map(({ headers }) => headers.get('x-robots-tag'))).toEqual(Array(8).fill('noindex, nofollow'));
      expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
    }),
  );

  it('is labeled on every page, and in the session', { timeout: 60_000 }, () =>
    withServer(async ({ url }) => {
      const PAGES = [
        '/',
        '/ebook-deals',
        '/partners/sign-in',
        '/partners/dashboard',
        '/users/promotions',
        '/u',
        '/nowhere',
      ];
      for (const path of [...PAGES, '/api/docs/', '/dev', '/dev/mailbox', '/dev/stripe'])
        expect((await (await fetch(url + path)).text()).match(BANNER), path).toHaveLength(1);
      expect(await (await fetch(`${url}/api/v1/session`)).json()).toMatchObject({
        demo: true,
        demo_notice: expect.stringContaining(NOTICE),
      });
    }),
  );

  it('shows its tools, but no clock controls and no metrics', { timeout: 60_000 }, () =>
    withServer(async (server) => {
      const { url } = server;
      const before = server.deps.now();
      const changed = await tablesChangedBy(server, async () => {
        const advance = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"advance_to":"next_cutoff"}',
        };
        expect((await fetch(`${url}/dev/clock`, advance)).status).toBe(404);
        expect((await fetch(`${url}/dev/stripe/faults`, { method: 'DELETE' })).status).toBe(404);
        expect((await fetch(`${url}/metrics`)).status).toBe(404);
      });
      expect(changed).toEqual([]);
      expect(server.deps.now()).toEqual(before);
      const index = await (await fetch(`${url}/dev`)).text();
      expect(index).toContain('/dev/mailbox');
      expect(index).not.toContain('/dev/clock');
    }),
  );

  it('limits how often one network uses its tools', { timeout: 60_000 }, () =>
    withServer(async ({ url }) => {
      const readMailbox = async (from: string) =>
        (await fetch(`${url}/dev/mailbox.json`, { headers: { 'x-forwarded-for': from } })).status;
      const statuses: number[] = [];
      for (let i = 0; i < 61; i++) statuses.push(await readMailbox('203.0.113.7'));
      expect(statuses).toEqual([...Array(60).fill(200), 429]);
      expect(await readMailbox('203.0.113.8')).toBe(200);
    }),
  );
});

it('labels every page of a demo on this machine, too', { timeout: 60_000 }, async () => {
  const server = await startTestServer({ pages: true });
  const NOTICE =
    /<aside[^>]*>(?:<p><strong>)?This is a demo\. Its operator, [^<]* store links, ratings, and reviews\. No money moves\./g;
  const SIGNED_IN = ['/partners/dashboard', '/partners/billing', '/users/promotions', '/u'];
  for (const path of ['/', '/pricing', '/best-book-promotion-sites', ...SIGNED_IN, '/nowhere', '/api/docs/', '/dev'])
    expect((await (await fetch(server.url + path)).text()).match(NOTICE), path).toHaveLength(1);
  await server.close();
});

it('shows neither banner nor noindex without a demo', { timeout: 60_000 }, async () => {
  const server = await startTestServer({ pages: true, env: { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1' } });
  const response = await fetch(`${server.url}/`);
  expect(response.headers.get('x-robots-tag')).toBeNull();
  expect(await response.text()).not.toMatch(/This is a (public )?demo/);
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toContain('Sitemap:');
  await server.close();
});
