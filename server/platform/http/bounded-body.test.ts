/** Request bodies: reading stops at the limit, and a body that no handler needs isn't read. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, type PartnerClient } from '#server/testing/factories.ts';

const MB = 1024 * 1024;
const FORM = 'multipart/form-data; boundary=b';
/** Far more than a limit and the sockets' buffers together. */
const MAX_SENT_MB = 100;

let server: TestServer;
let partner: PartnerClient;
let credentials: Record<string, string>;
let upload: string;
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
  upload = `/api/v1/books/${(await createBook(partner)).id}/cover`;
  credentials = (partner.get('/session') as unknown as { header: Record<string, string> }).header;
});
afterAll(() => server.close());

type EndlessRequest = { path: string; type: string; length?: number; headers?: Record<string, string>; start?: string };

/** Sends an endless body until the server answers and closes. */
async function sendEndless({ path, type, length, headers = {}, start = '' }: EndlessRequest) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  const lines = Object.entries({ host: 'localhost', 'content-type': type, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const framing = length ? `content-length: ${length}` : 'transfer-encoding: chunked';
  socket.write([`POST ${path} HTTP/1.1`, ...lines, framing, '', ''].join('\r\n'));
  const write = (bytes: Buffer | string) =>
    socket.write(length ? bytes : `${bytes.length.toString(16)}\r\n${bytes}\r\n`);
  if (start) write(start);
  const piece = Buffer.alloc(MB, 'x');
  let sent = 0;
  while (!socket.destroyed && socket.writable && sent < MAX_SENT_MB) {
    sent++;
    if (!write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (sent === MAX_SENT_MB) socket.destroy();
  await closed;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), isCut: sent < MAX_SENT_MB };
}

const BODIES: [string, () => EndlessRequest][] = [
  ['JSON', () => ({ path: '/api/v1/contact', type: 'application/json', start: '"' })],
  ['a no-script form', () => ({ path: '/contact', type: 'application/x-www-form-urlencoded', start: 'message=' })],
  ['a webhook', () => ({ path: '/api/v1/stripe/webhook', type: 'application/json' })],
  ['mail events', () => ({ path: '/api/v1/mail/events', type: 'application/json' })],
  [
    'a form of the demo’s tools',
    () => ({ path: '/dev/clock', type: 'application/x-www-form-urlencoded', start: 'now=' }),
  ],
  [
    'a picture',
    () => ({
      path: upload,
      type: FORM,
      headers: credentials,
      start: '--b\r\nContent-Disposition: form-data; name="cover"; filename="x"\r\n\r\n',
    }),
  ],
  ['a multipart preamble', () => ({ path: upload, type: FORM, headers: credentials })],
];

it.each(BODIES)(
  'stops reading %s at its limit when it comes in chunks',
  { timeout: 60_000 },
  async (_name, requestFor) => {
    const { status, isCut } = await sendEndless(requestFor());
    // The connection may be reset before the response is read, but the body isn't read to the end.
    expect([0, 413]).toContain(status);
    expect(isCut).toBe(true);
  },
);

it.each(BODIES)("doesn't read %s that announces 200 MB", { timeout: 60_000 }, async (_name, requestFor) => {
  const { status, isCut } = await sendEndless({ ...requestFor(), length: 200 * MB });
  expect([0, 413]).toContain(status);
  expect(isCut).toBe(true);
});

it.each<[string, EndlessRequest, number]>([
  ['a picture without credentials', { path: '/api/v1/books/1/cover', type: FORM }, 401],
  ['a body for an unknown path', { path: '/api/v1/nothing', type: 'text/plain' }, 404],
  ['a body for a page', { path: '/about', type: 'text/plain' }, 404],
])('stops reading %s once it has answered', { timeout: 60_000 }, async (_name, sent, expected) => {
  const { status, isCut } = await sendEndless(sent);
  expect([0, expected]).toContain(status);
  expect(isCut).toBe(true);
});

it('answers 413 to a client that waits for a response before it sends the body', async () => {
  for (const { path, type, headers = {} } of BODIES.map(([, requestFor]) => requestFor())) {
    const { hostname, port } = new URL(server.url);
    const lines = Object.entries({ host: 'localhost', 'content-type': type, 'content-length': 200 * MB, ...headers });
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const response = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    socket.destroy();
    expect(response, path).toMatch(/^HTTP\/1\.1 413 /);
    expect(response, path).toMatch(/\r\nconnection: close\r\n/i);
  }
});

it('keeps connections whose request was read completely', async () => {
  const response = await fetch(`${server.url}/api/v1/nothing`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect([response.status, response.headers.get('connection')]).toEqual([404, 'keep-alive']);
});

describe('a keep-alive client', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());

  const send = (method: string, path: string, body = '') =>
    new Promise<{ status: number; isClosing: boolean }>((resolve, reject) => {
      const headers = { 'content-type': 'text/plain', 'content-length': body.length };
      const outgoing = request(`${server.url}${path}`, { method, agent, headers }, (response) => {
        const isClosing = response.headers.connection === 'close';
        response.resume().on('end', () => resolve({ status: response.statusCode!, isClosing }));
      }).on('error', reject);
      outgoing.end(body);
    });

  it.each([900_000, 3_000_000])("is told to disconnect if a body of %i bytes wasn't read to its end", async (bytes) => {
    for (let i = 0; i < 20; i++) {
      expect(await send('POST', '/about', 'x'.repeat(bytes))).toEqual({ status: 404, isClosing: true });
      expect(await send('GET', '/healthz')).toEqual({ status: 200, isClosing: false });
    }
  });
});
