/** The error reporter against a fake Sentry that parses envelopes. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sentryReporter } from './sentry.ts';

type ReceivedRequest = { url: string; headers: IncomingHttpHeaders; lines: Record<string, unknown>[] };
const received: ReceivedRequest[] = [];
let status = 200;
const server = createServer(async (req, res) => {
  const lines = (await text(req)).split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  received.push({ url: req.url!, headers: req.headers, lines });
  res.writeHead(status).end('{}');
});
let dsn: string;
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dsn = `http://abc123@127.0.0.1:${(server.address() as AddressInfo).port}/sentry/7`;
});
afterEach(async () => {
  received.length = 0;
  status = 200;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const AT = new Date('2026-12-01T18:00:00Z');
const ERROR = { error_id: 'a1b2c3d4e5f6', message: 'TypeError: no tea', stack: 'at pour (tea.js:1:2)', path: '/books' };
const reporterWith = (over: object = {}) => {
  const log = { warn: vi.fn() };
  return { log, ...sentryReporter({ dsn, appUrl: 'https://deckle.test', log, now: () => AT, ...over }) };
};

it('sends an error as an envelope with one event', async () => {
  const { report, done } = reporterWith();
  report(ERROR);
  await done();
  const [{ url, headers, lines }] = received as [ReceivedRequest];
  expect(url).toBe('/sentry/api/7/envelope/');
  expect(headers['x-sentry-auth']).toBe('Sentry sentry_version=7, sentry_key=abc123, sentry_client=deckle/1.0');
  const [envelope, item, event] = lines;
  expect(envelope).toMatchObject({ sent_at: '2026-12-01T18:00:00.000Z', dsn });
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: envelope!.event_id,
    exception: { values: [{ type: 'TypeError', value: 'no tea' }] },
    request: { url: 'https://deckle.test/books' },
    tags: { error_id: 'a1b2c3d4e5f6' },
  });
});

it('redacts the key in a reader’s address', async () => {
  const uuid = '0b0f7f0c-5c1e-4f9a-9d6e-2f4b8a7c1d3e';
  const { report, done } = reporterWith();
  const message = `Error: no preferences of ${uuid}`;
  report({ ...ERROR, path: `/readers/${uuid}/edit`, message, stack: `at load (/readers/${uuid}/edit)` });
  await done();
  const [, , event] = received[0]!.lines;
  expect(JSON.stringify(event)).not.toContain(uuid);
  expect(event).toMatchObject({
    exception: { values: [{ type: 'Error', value: 'no preferences of [uuid]' }] },
    request: { url: 'https://deckle.test/readers/…/edit' },
  });
});

it("logs errors that can't be sent, and throws nothing", async () => {
  status = 429;
  const { log, report, done } = reporterWith();
  report(ERROR);
  await done();
  expect(log.warn).toHaveBeenCalledOnce();
});

it('sends thirty a minute and no more', async () => {
  const clock = { at: AT };
  const { report, done } = reporterWith({ now: () => clock.at });
  for (let count = 0; count < 40; count++) report(ERROR);
  await vi.waitFor(() => expect(received).toHaveLength(30));
  clock.at = new Date(AT.getTime() + 60_000);
  report(ERROR);
  await done();
  expect(received).toHaveLength(31);
});
