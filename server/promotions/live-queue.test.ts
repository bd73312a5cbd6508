/** The review queue's stream, presence, and claims, over HTTP and a real database. */
import { type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  clientWithKey,
  createPromotion,
  createStaff,
  insertPartners,
  visitor,
} from '#server/testing/factories.ts';
import { type LiveStream, openLiveStream } from '#server/testing/live-stream.ts';
import { API_SCOPES } from '#shared/api-scopes.ts';
import { SECOND_MS } from '#shared/durations.ts';
import type { ReviewLive } from '#shared/review-live.ts';
import { polling } from './live-queue.ts';

let server: TestServer;
let promotion: CreatedPromotion;
let other: CreatedPromotion;
let nora: Client & { id: number };
let sam: Client & { id: number };
const streams: LiveStream[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [promotion, other] = [await createPromotion(server), await createPromotion(server, { days: 2 })];
});
beforeEach(async () => {
  [nora, sam] = [await createStaff(server, 'editor', 'Nora Whitlock'), await createStaff(server, 'admin', 'Sam Reed')];
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await server.deps.pool.query('delete from review_viewers; delete from review_claims');
});
afterAll(() => server.close());

async function open(headers: Record<string, string>) {
  const stream = await openLiveStream(server.url, headers);
  streams.push(stream);
  return stream;
}

async function listen(person: Client) {
  const stream = await open(person.headers);
  if (stream.status === 200) await expect.poll(() => stream.received.length, POLL_OPTIONS).toBeGreaterThan(0);
  return stream;
}
const POLL_OPTIONS = { timeout: 20_000, interval: 50 };

let tabs = 0;
const newTab = () => String(++tabs).padStart(32, '0');

async function sendPresence(person: Client, state: object = {}): Promise<ReviewLive> {
  const body = { tab: newTab(), promotion_id: null, ...state };
  return (await person.post('/promotions/review_presence').send(body).expect(200)).body.review;
}

const promotionsAndNames = (entries: ReviewLive['viewers']) =>
  entries.map(({ promotion_id, name }) => [promotion_id, name]);
const expireTab = (tab: string) =>
  server.deps.pool.query(
    `with viewers as (update review_viewers set expires_at = now() where tab = $1)
     update review_claims set expires_at = now() where tab = $1`,
    [tab],
  );

describe('the stream', () => {
  it('names the promotions that anyone changes, once each', async () => {
    const stream = await listen(nora);
    expect(stream.received[0]!.changed).toEqual([]);
    await promotion.partner.patch(`/promotions/${promotion.id}/`).send({ partner_note: 'Changed.' }).expect(200);
    await expect
      .poll(
        () => stream.received.flatMap(({ changed }) => changed.map(({ promotion_id }) => promotion_id)),
        POLL_OPTIONS,
      )
      .toEqual([promotion.id]);
    const { last_event_id } = stream.received.at(-1)!;
    await sam.patch(`/promotions/${other.id}/`).send({ partner_note: 'Changed.' }).expect(200);
    await expect
      .poll(
        () => stream.received.flatMap(({ changed }) => changed.map(({ promotion_id }) => promotion_id)),
        POLL_OPTIONS,
      )
      .toEqual([promotion.id, other.id]);
    expect((await sendPresence(nora, { after: last_event_id })).changed).toEqual([
      { promotion_id: other.id, user_id: sam.id },
    ]);
    expect((await sendPresence(nora)).changed).toEqual([]);
  });

  it('names all the changes that a tab missed, even if they don’t fit into one response', async () => {
    const { last_event_id } = await sendPresence(nora);
    const event = {
      promotion_id: promotion.id,
      actor: 'system',
      action: 'edit',
      to: 'x',
      at: server.deps.now(),
    } as const;
    await server.deps.db.promotionEvent.createMany({
      data: [...Array.from({ length: 501 }, () => event), { ...event, promotion_id: other.id }],
    });
    const first = await sendPresence(nora, { after: last_event_id });
    expect(first.changed).toHaveLength(500);
    const rest = await sendPresence(nora, { after: first.last_event_id });
    expect(rest.changed.map(({ promotion_id }) => promotion_id)).toEqual([promotion.id, other.id]);
    expect((await sendPresence(nora, { after: rest.last_event_id })).changed).toEqual([]);
  });

  it('names a promotion whose event is committed after one with a later id', async () => {
    const stream = await listen(nora);
    const openTransaction = await server.deps.pool.connect();
    const insert = (id: number) =>
      `insert into promotion_events (promotion_id, actor, action, "to", at) values (${id}, 'system', 'edit', 'x', now())`;
    try {
      await openTransaction.query(`begin; ${insert(promotion.id)}`);
      await server.deps.pool.query(insert(other.id));
      await expect
        .poll(
          () => stream.received.flatMap(({ changed }) => changed.map(({ promotion_id }) => promotion_id)),
          POLL_OPTIONS,
        )
        .toEqual([other.id]);
      await openTransaction.query('commit');
      await expect
        .poll(
          () => stream.received.flatMap(({ changed }) => changed.map(({ promotion_id }) => promotion_id)),
          POLL_OPTIONS,
        )
        .toEqual([other.id, promotion.id]);
    } finally {
      openTransaction.release();
    }
  });

  it('isn’t compressed or buffered, and isn’t included in the request durations', async () => {
    const stream = await listen(nora);
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    await server.deps.db.authToken.delete({ where: { client: nora.headers.client! } });
    await stream.ended;
    await visitor(server).get('/categories').expect(200);
    const metrics = await server.deps.metrics.registry.metrics();
    expect(metrics).toContain(
      'deckle_http_requests_total{method="GET",route="/promotions/review_stream",status="200"}',
    );
    expect(metrics).toContain('deckle_http_request_seconds_count{route="/categories"}');
    expect(metrics).not.toContain('deckle_http_request_seconds_count{route="/promotions/review_stream"}');
  });

  it('responds once with JSON to clients that prefer it', async () => {
    await sendPresence(sam, { promotion_id: promotion.id });
    const { body } = await nora.get('/promotions/review_stream').expect(200);
    expect(promotionsAndNames(body.review.viewers)).toEqual([[promotion.id, 'Sam Reed']]);
    await nora.head('/promotions/review_stream').set('accept', 'text/event-stream').expect(200);
  });

  it('is for staff with a session only', async () => {
    const [partner] = await insertPartners(server, 1);
    expect((await open({})).status).toBe(401);
    expect((await open(partner!.headers)).status).toBe(403);
    expect((await open((await clientWithKey(server, sam, API_SCOPES)).headers)).status).toBe(403);
    expect((await listen(nora)).status).toBe(200);
    expect((await listen(sam)).status).toBe(200);
    await partner!.post('/promotions/review_presence').send({ tab: newTab(), promotion_id: null }).expect(403);
  });

  it.each([
    ['signed out', () => nora.delete('/user-auth/sign_out').expect(200)],
    [
      'disabled',
      () => server.deps.db.user.update({ where: { id: nora.id }, data: { disabled_at: server.deps.now() } }),
    ],
    ['given another role', () => server.deps.db.user.update({ where: { id: nora.id }, data: { role: 'admin' } })],
  ])('ends when the account is %s, and others’ streams go on', async (_what, change) => {
    const [stream, others] = [await listen(nora), await listen(sam)];
    await change();
    await stream.ended;
    await sendPresence(sam, { promotion_id: promotion.id });
    await expect
      .poll(() => promotionsAndNames(others.received.at(-1)!.viewers), POLL_OPTIONS)
      .toEqual([[promotion.id, 'Sam Reed']]);
  });

  it('is refused to the fifth tab of an account, until another one is closed', async () => {
    const own = [await listen(nora), await listen(nora), await listen(nora), await listen(nora)];
    const refused = await open(nora.headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await listen(sam)).status).toBe(200);
    own[0]!.close();
    await expect.poll(async () => (await open(nora.headers)).status, POLL_OPTIONS).toBe(200);
  });

  it('disconnects a client that doesn’t read', async () => {
    const fast = await listen(sam);
    const paused = Promise.withResolvers<IncomingMessage>();
    const headers = { ...nora.headers, accept: 'text/event-stream' };
    const slow = request(`${server.url}/api/v1/promotions/review_stream`, { headers });
    slow.on('response', (res) => paused.resolve(res.pause())).on('error', () => undefined);
    slow.end();
    const res = await paused.promise;
    const closed = new Promise((resolve) => res.on('close', resolve));
    res.on('error', () => undefined);
    // More than fits into the buffers of the two sockets.
    await server.deps.db.user.update({ where: { id: sam.id }, data: { name: 'Sam '.repeat(1_000_000) } });
    for (const { id } of [promotion, other, promotion, other, promotion]) {
      const shown = fast.received.length;
      await sendPresence(sam, { promotion_id: id });
      await expect.poll(() => fast.received.length, POLL_OPTIONS).toBeGreaterThan(shown);
    }
    res.resume();
    await closed;
    expect(fast.received.length).toBeGreaterThan(5);
  }, 60_000);

  it('reads the database once a second for all streams, and not at all without one', async () => {
    polling.pauseMs = SECOND_MS;
    const query = vi.spyOn(server.deps.pool, 'query');
    const isLiveRead = (one: unknown) => (one as { text?: string }).text?.startsWith('-- The live review queue');
    const countReads = () => query.mock.calls.filter(([one]) => isLiveRead(one)).length;
    const [first, second, third] = [await listen(nora), await listen(sam), await listen(sam)];
    query.mockClear();
    const seen = first!.received.length;
    await sendPresence(sam, { promotion_id: promotion.id });
    await expect.poll(() => first!.received.length, POLL_OPTIONS).toBeGreaterThan(seen);
    await pause(2500);
    // The presence call reads, too.
    expect(countReads()).toBeGreaterThan(1);
    expect(countReads()).toBeLessThan(8);
    for (const stream of [first, second, third]) stream!.close();
    await pause(1500);
    query.mockClear();
    await pause(2500);
    expect(countReads()).toBe(0);
    query.mockRestore();
    polling.pauseMs = 100;
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('presence', () => {
  it('shows who is looking at what, in every open queue', async () => {
    const stream = await listen(nora);
    const tab = newTab();
    expect(promotionsAndNames((await sendPresence(sam, { tab, promotion_id: promotion.id })).viewers)).toEqual([
      [promotion.id, 'Sam Reed'],
    ]);
    await expect
      .poll(() => promotionsAndNames(stream.received.at(-1)!.viewers), POLL_OPTIONS)
      .toEqual([[promotion.id, 'Sam Reed']]);
    await sendPresence(sam, { tab, promotion_id: other.id });
    await expect
      .poll(() => promotionsAndNames(stream.received.at(-1)!.viewers), POLL_OPTIONS)
      .toEqual([[other.id, 'Sam Reed']]);
    await sendPresence(sam, { tab });
    await expect.poll(() => promotionsAndNames(stream.received.at(-1)!.viewers), POLL_OPTIONS).toEqual([]);
  });

  it('lapses by the database’s clock', async () => {
    const stream = await listen(nora);
    const tab = newTab();
    await sendPresence(sam, { tab, promotion_id: promotion.id, deciding: [promotion.id] });
    await expect.poll(() => stream.received.at(-1)!.claims.length, POLL_OPTIONS).toBe(1);
    const { rows } = await server.deps.pool.query(
      'select extract(epoch from expires_at - now())::float as seconds from review_viewers',
    );
    expect(rows[0].seconds).toBeGreaterThan(0);
    expect(rows[0].seconds).toBeLessThanOrEqual(12);
    await expireTab(tab);
    await expect
      .poll(() => [stream.received.at(-1)!.viewers, stream.received.at(-1)!.claims], POLL_OPTIONS)
      .toEqual([[], []]);
  });

  it('names a person with two tabs once, and leaves another account’s tab alone', async () => {
    const tab = newTab();
    await sendPresence(sam, { promotion_id: promotion.id });
    await sendPresence(sam, { tab, promotion_id: promotion.id });
    const { viewers } = await sendPresence(nora, { tab, promotion_id: other.id });
    expect(promotionsAndNames(viewers)).toEqual([[promotion.id, 'Sam Reed']]);
    expect(promotionsAndNames((await sendPresence(nora, { tab })).viewers)).toEqual([[promotion.id, 'Sam Reed']]);
  });

  it('ignores promotions that don’t exist, and refuses malformed tabs', async () => {
    const { viewers, claims } = await sendPresence(sam, { promotion_id: 999_999, deciding: [999_999] });
    expect([viewers, claims]).toEqual([[], []]);
    await sam.post('/promotions/review_presence').send({ tab: 'x', promotion_id: null }).expect(422);
  });
});

describe('a claim', () => {
  it('goes to one of many editors who start to decide at the same time', async () => {
    const editors = await Promise.all(
      Array.from({ length: 12 }, (_, index) => createStaff(server, 'editor', `Editor ${index}`)),
    );
    await Promise.all(editors.map((editor) => sendPresence(editor, { deciding: [promotion.id, other.id] })));
    const { claims } = await sendPresence(nora);
    expect(claims.map(({ promotion_id }) => promotion_id)).toEqual([promotion.id, other.id]);
    await Promise.all(editors.map((editor) => sendPresence(editor, { deciding: [other.id, promotion.id] })));
    expect((await sendPresence(nora)).claims).toEqual(claims);
  });

  it('is released by its tab, lapses, or is taken over on request', async () => {
    const tab = newTab();
    await sendPresence(sam, { tab, deciding: [promotion.id, other.id] });
    expect(promotionsAndNames((await sendPresence(nora, { deciding: [promotion.id] })).claims)).toEqual([
      [promotion.id, 'Sam Reed'],
      [other.id, 'Sam Reed'],
    ]);
    expect(promotionsAndNames((await sendPresence(sam, { tab, deciding: [promotion.id] })).claims)).toEqual([
      [promotion.id, 'Sam Reed'],
    ]);
    const noraTab = newTab();
    const both = { tab: noraTab, deciding: [promotion.id, other.id] };
    expect(promotionsAndNames((await sendPresence(nora, both)).claims)).toEqual([
      [promotion.id, 'Sam Reed'],
      [other.id, 'Nora Whitlock'],
    ]);
    expect(promotionsAndNames((await sendPresence(nora, { ...both, take_over: promotion.id })).claims)).toEqual([
      [promotion.id, 'Nora Whitlock'],
      [other.id, 'Nora Whitlock'],
    ]);
    await expireTab(noraTab);
    expect(promotionsAndNames((await sendPresence(sam, { tab, deciding: [promotion.id] })).claims)).toEqual([
      [promotion.id, 'Sam Reed'],
    ]);
  });
});

it('refuses a decision after a colleague’s, and says who decided and how long ago', async () => {
  const { id } = await createPromotion(server, { days: 3 });
  const decidedAt = server.clock.now();
  await sam
    .post(`/promotions/${id}/reject`)
    .send({ reason_codes: ['reader_fit'] })
    .expect(200);
  await server.advanceTo(new Date(decidedAt.getTime() + 10_000));
  const { body } = await nora.post(`/promotions/${id}/approve`).send({}).expect(409);
  expect(body.promotion).toMatchObject({ display_status: 'declined' });
  expect(body.promotion.last_event).toMatchObject({
    actor: 'user',
    actor_name: 'Sam Reed',
    action: 'reject',
    seconds_ago: 10,
  });
  const shown = await nora.get(`/promotions/${id}?joins[]=last_event`).expect(200);
  expect(shown.body.promotion.last_event).toEqual(body.promotion.last_event);
  const row = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
  expect(row.approval_status).toBe('rejected');
});

it('hides the last event from partners', async () => {
  const [id, owner] = [promotion.id, promotion.partner];
  const { body } = await owner.get(`/promotions/${id}?joins[]=last_event`).expect(200);
  expect(body.promotion).not.toHaveProperty('last_event');
  await sam
    .post(`/promotions/${id}/reject`)
    .send({ reason_codes: ['reader_fit'] })
    .expect(200);
  const refusal = await owner.post(`/promotions/${id}/cancel`).send({}).expect(409);
  expect(refusal.body.promotion).not.toHaveProperty('last_event');
});
