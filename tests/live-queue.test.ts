/** The review queue's stream with two server processes on one database, and while one of them stops. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPromotion, createStaff } from '#server/testing/factories.ts';
import { openLiveStream } from '#server/testing/live-stream.ts';
import { type ChildServer, type Cluster, openCluster } from './cluster.ts';

/** Generous, for a busy machine. */
const SOON = { timeout: 20_000, interval: 50 };
const MAX_STOP_MS = 10_000;

let server: TestServer;
let cluster: Cluster;
let one: ChildServer;
let other: ChildServer;
let nora: Client;
let sam: Client;
let id: number;

beforeAll(async () => {
  server = await startTestServer();
  ({ id } = await createPromotion(server));
  [nora, sam] = [await createStaff(server, 'editor', 'Nora Whitlock'), await createStaff(server, 'editor', 'Sam Reed')];
  cluster = openCluster(server.deps.config.DATABASE_URL!);
  [one, other] = await Promise.all([cluster.start(), cluster.start()]);
}, 300_000);
afterAll(async () => {
  await cluster?.close();
  await server?.close();
});

const post = (at: ChildServer, person: Client, path: string, body: object) =>
  fetch(`${at.url}/api/v1/promotions${path}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('streams changes made in one process to editors on another', { timeout: 120_000 }, async () => {
  const [noras, sams] = [await openLiveStream(one.url, nora.headers), await openLiveStream(other.url, sam.headers)];
  expect([noras.status, sams.status]).toEqual([200, 200]);
  await expect.poll(() => Math.min(noras.received.length, sams.received.length), SOON).toBeGreaterThan(0);

  const tab = '5d41402abc4b2a765d41402abc4b2a76';
  await post(other, sam, '/review_presence', { tab, promotion_id: id, deciding: [id] });
  const people = [{ promotion_id: id, name: 'Sam Reed' }];
  await expect.poll(() => noras.received.at(-1), SOON).toMatchObject({ viewers: people, claims: people });
  expect((await post(other, sam, `/${id}/reject`, { reason_codes: ['reader_fit'] })).status).toBe(200);
  for (const { received } of [noras, sams])
    await expect
      .poll(() => received.flatMap(({ changed }) => changed.map(({ promotion_id }) => promotion_id)), SOON)
      .toEqual([id]);
  expect((await post(one, nora, `/${id}/approve`, {})).status).toBe(409);
  noras.close();
  sams.close();
});

it('ends open streams on shutdown without delaying it', { timeout: 120_000 }, async () => {
  const streams = await Promise.all([nora, nora, sam].map(({ headers }) => openLiveStream(one.url, headers)));
  await expect.poll(() => Math.min(...streams.map(({ received }) => received.length)), SOON).toBeGreaterThan(0);
  const startedAt = performance.now();
  one.process.kill('SIGTERM');
  // Not cut off: the last chunk of each response arrives.
  await Promise.all(streams.map(({ ended }) => ended));
  expect((await one.exited).code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(MAX_STOP_MS);

  const again = await openLiveStream(other.url, nora.headers);
  await expect.poll(() => again.received.length, SOON).toBeGreaterThan(0);
  again.close();
});
