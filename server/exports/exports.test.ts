/** Exports as lines of JSON: the caller's records in a stable order, starting after a cursor. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  click,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  keyOf,
  type PartnerClient,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  staff = await createStaff(server);
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
});

type Line = { id: number } & Record<string, unknown>;
async function linesOf({ headers }: Client, path: string): Promise<Line[]> {
  const res = await fetch(`${server.url}/api/v1${path}`, { headers });
  expect([res.status, res.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const text = await res.text();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
const idsOf = (lines: Line[]) => lines.map(({ id }) => id);

describe('promotions', () => {
  it('match the list, ordered by id, starting after the cursor', async () => {
    const ids = [];
    for (const days of [3, 1, 2]) ids.push((await createPromotion(server, { partner, days })).id);
    const { id: foreign } = await createPromotion(server, { partner: other });
    const lines = await linesOf(partner, '/exports/promotions');
    expect(idsOf(lines)).toEqual(ids);
    const { promotions } = (await partner.get('/promotions?sort_col=id&sort_dir=asc').expect(200)).body;
    expect(lines).toEqual(promotions);
    expect(idsOf(await linesOf(partner, `/exports/promotions?after=${ids[0]}`))).toEqual(ids.slice(1));
    expect(await linesOf(partner, `/exports/promotions?after=${foreign}`)).toEqual([]);
    expect(idsOf(await linesOf(staff, `/exports/promotions?after=${ids[1]}`))).toEqual([ids[2], foreign]);
  });

  it('appear only when no open transaction can still add a lower id', async () => {
    const { id } = await createPromotion(server, { partner });
    const setCreatedAt = (instant: string) =>
      server.deps.db.promotion.update({ where: { id }, data: { created_at: new Date(instant) } });
    await setCreatedAt('2026-12-01T14:59:50.001Z');
    expect(await linesOf(partner, '/exports/promotions')).toEqual([]);
    await setCreatedAt('2026-12-01T14:59:49.999Z');
    expect(idsOf(await linesOf(partner, '/exports/promotions'))).toEqual([id]);
  });
});

describe('invoices', () => {
  it('match the list, ordered by id, across many batches', async () => {
    const { db } = server.deps;
    const row = (index: number) => ({
      number: 1_000_000 + index,
      partner_id: index === 700 ? other.id : partner.id,
      date: new Date('2026-12-01'),
      lines: [{ description: 'Billable clicks', quantity: 10, unit_cents: 40, amount_cents: 400 }],
      subtotal_cents: 400,
      total_cents: 400,
    });
    await db.invoice.createMany({ data: Array.from({ length: 1201 }, (_, index) => row(index)) });
    const lines = await linesOf(partner, '/exports/invoices');
    expect(lines).toHaveLength(1200);
    expect(idsOf(lines)).toEqual(idsOf(lines).toSorted((a, b) => a - b));
    expect(lines[0]).toEqual((await partner.get(`/invoices/${lines[0]!.id}`).expect(200)).body.invoice);
    expect(idsOf(await linesOf(partner, `/exports/invoices?after=${lines[499]!.id}`))).toEqual(idsOf(lines.slice(500)));
    expect(await linesOf(other, '/exports/invoices')).toHaveLength(1);
    expect(await linesOf(staff, '/exports/invoices')).toHaveLength(1201);
  });
});

describe('clicks', () => {
  it('are counted by hour, store, and outcome, ordered by settlement, without reader data', async () => {
    const reader = await createReader(server);
    // A session would end before the settlement.
    const key = await keyOf(server, partner, ['read']);
    const first = await settlePromotion(partner, reader.email);
    const second = await settlePromotion(partner, reader.email);
    const foreign = await settlePromotion(other, reader.email);
    const lineOf = ({ id, hour }: SettledPromotion) => ({
      promotion_id: id,
      hour,
      store: 'amazon',
      source: 'newsletter',
      outcome: expect.any(String),
      clicks: 1,
    });
    const lines = await linesOf(key, '/exports/clicks');
    expect(lines).toEqual([lineOf(first), lineOf(second)]);
    for (const line of lines)
      expect(Object.keys(line)).toEqual(['promotion_id', 'hour', 'store', 'source', 'outcome', 'clicks']);
    const verdicts = await server.deps.db.clickVerdict.findMany({ where: { promotion_id: first.id } });
    expect(verdicts).toMatchObject([{ store: 'amazon', outcome: lines[0]!.outcome, clicks: 1 }]);
    expect(await linesOf(key, `/exports/clicks?after=${first.id}`)).toEqual([lineOf(second)]);
    expect(await linesOf(await createStaff(server), `/exports/clicks?after=${second.id}`)).toEqual([lineOf(foreign)]);
    const refused = await key.get(`/exports/clicks?after=${foreign.id}`).expect(422);
    expect(refused.body.errors.after).toEqual(['is not a settled promotion']);
    // A later settlement is listed later, even with a lower id.
    await server.deps.db.promotion.update({ where: { id: first.id }, data: { settled_at: server.deps.now() } });
    expect(await linesOf(key, '/exports/clicks')).toEqual([lineOf(second)]);
    await server.advanceTo(new Date(server.deps.now().getTime() + 60_000));
    expect(await linesOf(key, '/exports/clicks')).toEqual([lineOf(second), lineOf(first)]);
  });

  type SettledPromotion = { id: number; hour: string };
  /** Sends a promotion in the next newsletter, clicks it once, and waits for its settlement. */
  async function settlePromotion(owner: PartnerClient, reader: string): Promise<SettledPromotion> {
    const { id, date } = await createPromotion(server, { partner: owner });
    // A new session, because staff sessions end after twelve idle hours.
    await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
    await server.advanceTo(`${date}T18:10:00Z`);
    const tokens = (await server.emailsTo(reader)).flatMap(({ text }) => tokensFor(server, text, id));
    await click(server, tokens[0]!).expect(302);
    await server.advanceTo(new Date(Date.parse(`${date}T18:30:00Z`) + 3 * 86_400_000));
    const { settled_at } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect(settled_at).not.toBeNull();
    return { id, hour: `${date}T18:00:00.000Z` };
  }
});

it('requires a signed-in caller, or a key with the read scope', async () => {
  for (const path of ['/exports/promotions', '/exports/invoices', '/exports/clicks']) {
    await visitor(server).get(path).expect(401);
    await (await keyOf(server, partner, ['book', 'review', 'money'])).get(path).expect(403);
    expect(await linesOf(await keyOf(server, partner, ['read']), path)).toEqual([]);
    await partner.get(`${path}?after=x`).expect(422);
    await partner.get(`${path}?from=1`).expect(422);
  }
});
