/**
 * No link can be manipulated to lead to another host: password reset links, the return path after sign-in, moved paths,
 * and tracked links.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redirectFor } from '#client/app/redirects.ts';
import { afterSignIn } from '#client/session/sign-in-path.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, visitor } from '#server/testing/factories.ts';
import { createSender, type Sender } from '../scripts/calls/sender.ts';

/** Strings that may lead some browsers away from our host, alone or appended to our URL. */
const EXTERNAL_TARGETS = [
  'https://evil.example',
  'http://evil.example/partners/password/reset',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/\\/evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  ' https://evil.example',
  '\u0000https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/hosts',
  'ftp://evil.example',
  'blob:https://evil.example/1',
  '.evil.example',
  '@evil.example',
  ':80@evil.example',
  ':1@evil.example/',
  '%40evil.example',
  '#@evil.example',
  '?@evil.example',
  '%2f%2fevil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/;@evil.example',
  '//evil.example@127.0.0.1',
  '//127.0.0.1@evil.example',
  '//evil%E3%80%82example',
  '//evil。example',
  'https://evil.example\\@127.0.0.1',
  'https://evil.example#@127.0.0.1',
  'https://[::ffff:1.2.3.4]',
  'https://0x7f000001.evil.example',
  '〱evil.example',
];

let server: TestServer;
let sender: Sender;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  sender = createSender(server.url);
});
afterAll(async () => {
  sender.close();
  await server.close();
});

/** True if a browser on our page would leave our host, or the URL is invalid. */
function leavesHost(location: string | undefined) {
  if (location === undefined) return false;
  const base = `${server.url}/somewhere/`;
  return !URL.canParse(location, base) || new URL(location, base).origin !== server.url;
}

/** Returns the strings, alone and appended to our URL, that would make a browser leave our host. */
const targets = () =>
  [...EXTERNAL_TARGETS, ...EXTERNAL_TARGETS.map((target) => server.url + target)].filter(leavesHost);

describe('the password reset link', () => {
  it("isn't created for another host", async () => {
    await createPartner(server, { card: null, email: 'ada@example.test' });
    const refusals: unknown[] = [];
    for (const role of ['partner', 'user']) {
      for (const redirect_url of targets()) {
        const body = { email: 'ada@example.test', redirect_url };
        const reply = await sender.send({ method: 'POST', path: `/api/v1/${role}-auth/password`, body });
        await server.deps.pool.query('truncate rate_limits');
        expect([redirect_url, reply.status]).toEqual([redirect_url, 422]);
        refusals.push(reply.body);
      }
    }
    expect(refusals.length).toBeGreaterThan(100);
    expect(await server.emailsTo('ada@example.test')).toHaveLength(0);
  });

  it("doesn't lead to another host when altered", async () => {
    const redirect_url = `${server.url}/partners/password/reset`;
    await visitor(server).post('/partner-auth/password').send({ email: 'ada@example.test', redirect_url }).expect(200);
    const [email] = await server.emailsTo('ada@example.test');
    const link = new URL(/http:\S+\/password\/edit\?\S+/.exec(email!.text)![0]);
    for (const target of targets()) {
      link.searchParams.set('redirect_url', target);
      const reply = await sender.send({ method: 'GET', path: link.pathname + link.search });
      expect([target, reply.status, reply.headers.location]).toEqual([target, 404, undefined]);
    }
    link.searchParams.set('redirect_url', redirect_url);
    const unaltered = await sender.send({ method: 'GET', path: link.pathname + link.search });
    expect([unaltered.status, leavesHost(unaltered.headers.location)]).toEqual([302, false]);
  });
});

describe('our path', () => {
  // The page router logs each unknown path.
  beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue());
  afterAll(() => void vi.restoreAllMocks());

  it.each(['', '/v2', '/v2/v2', '/books/1', '/partners', '/api/v1/books', '/dev', '/media'])(
    'under %j never redirects to another host',
    async (prefix) => {
      for (const target of EXTERNAL_TARGETS) {
        const path = `${prefix}/${encodeURI(target)}`.replaceAll('%25', '%');
        const reply = await sender.send({ method: 'GET', path });
        expect([path, leavesHost(reply.headers.location)]).toEqual([path, false]);
        expect(reply.status).toBeLessThan(500);
      }
    },
  );

  it("that isn't a tracked link responds with 404", async () => {
    for (const token of ['a'.repeat(33), 'B'.repeat(36), `${'x'.repeat(33)}1a`, '_'.repeat(45)]) {
      const reply = await sender.send({ method: 'GET', path: `/${token}` });
      expect([token, reply.status, reply.headers.location]).toEqual([token, 404, undefined]);
    }
  });
});

describe('in the browser', () => {
  it('the return path after sign-in stays on this host', () => {
    for (const next of EXTERNAL_TARGETS) {
      const path = afterSignIn('partner', `?next=${encodeURIComponent(next)}`);
      expect([next, leavesHost(path)]).toEqual([next, false]);
    }
  });

  it('a moved path stays on this host', () => {
    for (const target of EXTERNAL_TARGETS) {
      for (const path of [`/v2${target}`, `/v2/${target}`, `/v2//${target}`, target]) {
        const redirect = redirectFor(path);
        expect([path, redirect !== null && leavesHost(redirect)]).toEqual([path, false]);
      }
    }
  });
});
