/** Exports as lines of JSON: the caller's records in a stable order, starting after a cursor. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prisma } from '#prisma';
import { createInvoice } from '#server/billing/invoices.ts';
import type { Tx } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  type Client,
  click,
  clientWithKey,
  createBook,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
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
    await server.deps.db.promotion.updateMany({ data: { created_at: new Date('2026-12-01T14:00:00.000Z') } });
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
    await setCreatedAt('2026-12-01T14:58:50.000Z');
    expect(await linesOf(partner, '/exports/promotions')).toEqual([]);
    await setCreatedAt('2026-12-01T14:58:49.999Z');
    expect(idsOf(await linesOf(partner, '/exports/promotions'))).toEqual([id]);
  });

  it('never appear before one with a lower id, even if it was created later', async () => {
    const ids = [];
    for (const days of [1, 2, 3]) ids.push((await createPromotion(server, { partner, days })).id);
    const [first, lower, higher] = ids as [number, number, number];
    const setCreatedAt = (id: number, instant: string) =>
      server.deps.db.promotion.update({ where: { id }, data: { created_at: new Date(instant) } });
    await setCreatedAt(first, '2026-12-01T14:58:00.000Z');
    await setCreatedAt(lower, '2026-12-01T14:58:51.000Z');
    await setCreatedAt(higher, '2026-12-01T14:58:49.000Z');
    expect(idsOf(await linesOf(partner, '/exports/promotions'))).toEqual([first]);
    expect(await linesOf(partner, `/exports/promotions?after=${first}`)).toEqual([]);
    await setCreatedAt(lower, '2026-12-01T14:58:49.999Z');
    expect(idsOf(await linesOf(partner, `/exports/promotions?after=${first}`))).toEqual([lower, higher]);
  });
});

describe('invoices', () => {
  it('are ordered by id across many batches, and have the fields of a single invoice', async () => {
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
  it('are counted by hour, store, and outcome, and stay the same after the settlement', async () => {
    const reader = await createReader(server);
    // A session would end before the last settlement.
    const key = await clientWithKey(server, partner, ['read']);
    const [first, token] = await settlePromotion(partner, reader.email);
    const [second] = await settlePromotion(partner, reader.email);
    const [foreign] = await settlePromotion(other, reader.email);
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
    const verdicts = await server.deps.db.clickVerdict.findMany({ where: { promotion_id: first.id } });
    expect(verdicts).toMatchObject([{ store: 'amazon', outcome: lines[0]!.outcome, clicks: 1 }]);
    expect(await linesOf(await createStaff(server), `/exports/clicks?after=${second.id}`)).toEqual([lineOf(foreign)]);

    await click(server, token).expect(302);
    await addClicks([first.id], { source: 'site', billable: false, clicked_at: server.deps.now() });
    expect(await linesOf(key, '/exports/clicks')).toEqual(lines);
  });

  it('include those on the site, without an outcome', async () => {
    const { id } = await createPromotion(server, { partner });
    await settleDirectly([id]);
    await addClicks([id], { source: 'site', billable: false });
    await addClicks([id], { billable: false, invalid_reason: 'duplicate' });
    await addClicks([id], { store: null });
    expect(await linesOf(partner, '/exports/clicks')).toMatchObject([
      { source: 'newsletter', outcome: 'duplicate', clicks: 1 },
      { source: 'site', outcome: null, clicks: 1 },
    ]);
  });

  it('include those at the last moment of the window, which are billed, and none after it', async () => {
    const { id } = await createPromotion(server, { partner });
    await settleDirectly([id]);
    await addClicks([id], { clicked_at: WINDOW_END });
    await addClicks([id], { clicked_at: new Date(WINDOW_END.getTime() + 1) });
    expect(await linesOf(partner, '/exports/clicks')).toMatchObject([{ outcome: 'billable', clicks: 1 }]);
  });

  it('contain nothing about readers', async () => {
    const reader = await createReader(server);
    await settlePromotion(partner, reader.email);
    const { headers } = await clientWithKey(server, partner, ['read']);
    const text = await (await fetch(`${server.url}/api/v1/exports/clicks`, { headers })).text();
    const record = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid: reader.uuid } });
    const logged = await server.deps.db.clickLog.findFirstOrThrow({ where: { reader_id: record.id } });
    expect(Object.keys(JSON.parse(text))).toEqual(['promotion_id', 'hour', 'store', 'source', 'outcome', 'clicks']);
    for (const known of [record.email!, record.uuid, Buffer.from(logged.ip_hash!).toString('hex'), logged.ua_class])
      expect(text).not.toContain(known);
    // The hour is all that is left of the time.
    expect(text).not.toContain(logged.clicked_at.toISOString());
  });

  it('follow the order of settlement and the cursor across batches, even with equal times', async () => {
    const [ids, foreign] = [await insertPromotions(partner, 520), await insertPromotions(other, 3)];
    // The last one of each partner settles first.
    const order = ids.toReversed();
    await settleDirectly([...order.slice(0, 300), ...foreign.toReversed(), ...order.slice(300)]);
    await addClicks([...ids, ...foreign]);
    const exported = async (client: Client, query = '') =>
      (await linesOf(client, `/exports/clicks${query}`)).map(({ promotion_id }) => promotion_id);
    expect(await exported(partner)).toEqual(order);
    for (const at of [0, 18, 19, 20, 299, 518])
      expect(await exported(partner, `?after=${order[at]}`)).toEqual(order.slice(at + 1));
    expect(await exported(partner, `?after=${order.at(-1)}`)).toEqual([]);
    expect(await exported(other)).toEqual(foreign.toReversed());
    expect(await exported(staff, `?after=${order[298]}`)).toEqual([
      order[299],
      ...foreign.toReversed(),
      ...order.slice(300),
    ]);
  });

  it('refuse a cursor that isn’t a settled promotion of the caller', async () => {
    const { id: own } = await createPromotion(server, { partner });
    const { id: running } = await createPromotion(server, { partner });
    const { id: foreign } = await createPromotion(server, { partner: other });
    await settleDirectly([own, foreign]);
    for (const after of [running, foreign, 999_999_999]) {
      const refused = await partner.get(`/exports/clicks?after=${after}`).expect(422);
      expect(refused.body.errors.after).toEqual(['is not a settled promotion']);
    }
    expect(await linesOf(partner, `/exports/clicks?after=${own}`)).toEqual([]);
    expect(await linesOf(staff, `/exports/clicks?after=${foreign}`)).toEqual([]);
  });

  it('miss no settlement that commits late, because the next settlement waits for it', async () => {
    // Their books differ, because `settleDirectly` sets `sent_at`, and a trigger then locks the book's card.
    const [[early], [late]] = [await insertPromotions(partner, 1), await insertPromotions(partner, 1)];
    await addClicks([early!, late!]);
    const { db } = server.deps;
    const [reached, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.$transaction(async (tx) => {
      await settleDirectly([late!], tx);
      reached.resolve();
      await resume.promise;
    });
    await reached.promise;
    const onCommitted = vi.fn();
    const second = db.$transaction((tx) => settleDirectly([early!], tx)).then(onCommitted);
    await expect.poll(async () => onCommitted.mock.calls.length || countLockWaits(server.deps)).toBe(1);
    expect(await linesOf(partner, '/exports/clicks')).toEqual([]);
    resume.resolve();
    await Promise.all([first, second]);
    const exported = await linesOf(partner, '/exports/clicks');
    expect(exported.map(({ promotion_id }) => promotion_id)).toEqual([late, early]);
  });

  type SettledPromotion = { id: number; hour: string };
  /** Sends a promotion in the next newsletter, clicks it once, and waits for its settlement. */
  async function settlePromotion(
    owner: PartnerClient,
    readerEmail: string,
  ): Promise<[SettledPromotion, token: string]> {
    const { id, date } = await createPromotion(server, { partner: owner });
    // A new session, because staff sessions end after twelve idle hours.
    await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
    await server.advanceTo(`${date}T18:10:00Z`);
    const [token] = (await server.emailsTo(readerEmail)).flatMap(({ text }) => tokensFor(server, text, id));
    await click(server, token!).expect(302);
    await server.advanceTo(new Date(Date.parse(`${date}T18:30:00Z`) + 3 * 86_400_000));
    const { settled_at } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect(settled_at).not.toBeNull();
    return [{ id, hour: `${date}T18:00:00.000Z` }, token!];
  }

  const WINDOW_END = new Date('2026-11-28T18:00:00Z');
  async function insertPromotions(owner: PartnerClient, count: number): Promise<number[]> {
    const { id: book_id } = await createBook(owner);
    const row = {
      ...{ partner_id: owner.id, book_id, category_id: 1, cpc_cents: 40, max_cost_cents: 6000 },
      ...{ requested_date: new Date('2026-11-25'), deal_ends_on: new Date('2026-11-28') },
      ...{ current_price_cents: 499, sale_price_cents: 99, price_type: 'discounted' as const },
    };
    const data = Array.from({ length: count }, () => row);
    return idsOf(await server.deps.db.promotion.createManyAndReturn({ data, select: { id: true } })).toSorted(
      (a, b) => a - b,
    );
  }

  /** Settles promotions in order, as settlement does, but with the same timestamps and without judging clicks. */
  async function settleDirectly(ids: readonly number[], tx: Tx = server.deps.db) {
    for (const id of ids) {
      const { partner_id } = await tx.promotion.findUniqueOrThrow({ where: { id } });
      const amounts = { subtotal_cents: 0, discount_cents: 0, credit_cents: 0, total_cents: 0 };
      const invoice = { partner_id, promotion_id: id, invoice_type: 'promotion' as const, lines: [], ...amounts };
      const { id: invoice_id } = await createInvoice(server.deps, tx, invoice);
      const times = { sent_at: WINDOW_END, click_window_ends_at: WINDOW_END, settled_at: WINDOW_END };
      await tx.promotion.update({ where: { id }, data: { ...times, invoice_id } });
    }
  }

  const addClicks = (ids: readonly number[], click: Partial<Prisma.ClickLogCreateManyInput> = {}) =>
    server.deps.db.clickLog.createMany({
      data: ids.map((promotion_id) => ({
        ...{ promotion_id, source: 'newsletter', store: 'amazon', ua_class: 'person', billable: true },
        clicked_at: new Date('2026-11-26T18:20:00Z'),
        ...click,
      })),
    });
});

it('requires a signed-in caller, or a key with the read scope', async () => {
  for (const path of ['/exports/promotions', '/exports/invoices', '/exports/clicks']) {
    await visitor(server).get(path).expect(401);
    await (await clientWithKey(server, partner, ['book', 'review', 'money'])).get(path).expect(403);
    expect(await linesOf(await clientWithKey(server, partner, ['read']), path)).toEqual([]);
    await partner.get(`${path}?after=x`).expect(422);
    await partner.get(`${path}?from=1`).expect(422);
  }
});
