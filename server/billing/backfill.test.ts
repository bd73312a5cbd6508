/** Reading missed events from Stripe: none is skipped, despite failures and long lists. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#server/platform/deps.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { backfillEvents } from './backfill.ts';
import { createStripe } from './stripe.ts';

const TYPE = 'payment_intent.succeeded';
const PAGE_SIZE = 100;
type ListedEvent = { id: string; object: 'event'; type: string; created: number; data: object };

let server: TestServer;
let stripe: Server;
let deps: Deps;
/** Events that the fake Stripe lists, newest first. */
let events: ListedEvent[] = [];
/** Requests from this number on fail. */
let failsFrom = Number.POSITIVE_INFINITY;
let requests = 0;

beforeAll(async () => {
  server = await startTestServer();
  stripe = createServer((req, res) => {
    const query = new URL(req.url!, 'http://stripe.test').searchParams;
    const [gte, lte] = ['created[gte]', 'created[lte]'].map((name) => Number(query.get(name)));
    const inSpan = events.filter(({ created }) => created >= gte! && created <= (lte || Number.POSITIVE_INFINITY));
    const after = inSpan.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const isFailing = ++requests >= failsFrom;
    const data = inSpan.slice(after, after + PAGE_SIZE);
    const list = { object: 'list', url: '/v1/events', has_more: after + PAGE_SIZE < inSpan.length, data };
    res.writeHead(isFailing ? 500 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(isFailing ? { error: { type: 'api_error', message: 'Down.' } } : list));
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  const { port } = stripe.address() as AddressInfo;
  const api = createStripe('sk_test_events', { host: '127.0.0.1', port, protocol: 'http' });
  deps = { ...server.deps, stripe: { ...server.deps.stripe, api } };
});
afterAll(async () => {
  await new Promise((resolve) => stripe.close(resolve).closeAllConnections());
  await server.close();
});
beforeEach(async () => {
  [requests, failsFrom, events] = [0, Number.POSITIVE_INFINITY, []];
  await server.deps.db.stripeEvent.deleteMany();
  await server.deps.db.setting.deleteMany();
});
afterEach(() => server.clock.set(new Date('2026-12-01T15:00:00Z')));

const at = (hoursAgo: number) => Math.floor((server.clock.now().getTime() - hoursAgo * HOUR_MS) / 1000);
const event = (id: string, hoursAgo: number): ListedEvent => ({
  id,
  object: 'event',
  type: TYPE,
  created: at(hoursAgo),
  data: { object: { id: `pi_${id}` } },
});
const handled: string[] = [];
const backfill = async (handle: (id: string) => void = () => undefined) => {
  handled.length = 0;
  const missed = await backfillEvents(deps, [TYPE], async ({ id }) => {
    handle(id);
    handled.push(id);
  });
  return { missed, handled: [...handled] };
};
const failAt = (broken: string) => (id: string) => {
  if (id === broken) throw new Error('This event cannot be handled yet.');
};

it('retries a failed event until it is handled, without delaying the others', async () => {
  events = [event('evt_new', 1), event('evt_broken', 12), event('evt_old', 20)];
  expect(await backfill(failAt('evt_broken'))).toEqual({ missed: 3, handled: ['evt_old', 'evt_new'] });
  server.clock.set(new Date(server.clock.now().getTime() + 30 * HOUR_MS));
  expect(await backfill(failAt('evt_broken'))).toEqual({ missed: 1, handled: [] });
  expect(await backfill()).toEqual({ missed: 1, handled: ['evt_broken'] });
  expect(await backfill()).toEqual({ missed: 0, handled: [] });
});

it('retries a page that failed', async () => {
  events = [...Array(150).keys()].map((n) => event(`evt_${150 - n}`, 2 + n / 1000));
  failsFrom = 5;
  await backfill();
  // Three spans without events, the first page of the fourth, and its second page, which fails.
  expect([requests, handled.length]).toEqual([5, 0]);
  server.clock.set(new Date(server.clock.now().getTime() + 30 * HOUR_MS));
  failsFrom = Number.POSITIVE_INFINITY;
  expect((await backfill()).missed).toBe(150);
});

it('reads lists of more than ten thousand events to the end', async () => {
  const many = [...Array(10_050).keys()].map((n) => event(`evt_${n}`, 2 + n / 10_000));
  events = many;
  const known = many
    .slice(0, -2)
    .map(({ id }) => ({ id, type: TYPE, received_at: server.clock.now(), processed_at: server.clock.now() }));
  await server.deps.db.stripeEvent.createMany({ data: known });
  expect(await backfill()).toEqual({ missed: 2, handled: ['evt_10049', 'evt_10048'] });
});

it('resumes where it stopped when Stripe fails partway through', async () => {
  events = [event('evt_c', 1), event('evt_b', 9), event('evt_a', 20)];
  failsFrom = 4;
  expect(await backfill()).toEqual({ missed: 2, handled: ['evt_a', 'evt_b'] });
  [requests, failsFrom] = [0, Number.POSITIVE_INFINITY];
  expect(await backfill()).toEqual({ missed: 1, handled: ['evt_c'] });
  expect(requests).toBe(2);
});
