/** The settlement sweep, which settles each promotion separately. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockPromotion, SYSTEM } from '#server/promotions/transition.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  click,
  createPromotion,
  createStaff,
  visitor,
} from '#server/testing/factories.ts';
import { settleDuePromotions } from './settle.ts';

const SENT = '2026-12-02T17:00:00Z';
const WINDOW_END = new Date('2026-12-05T17:00:00Z');
const LATER = new Date('2026-12-05T17:30:00Z');
const EVEN_LATER = new Date('2026-12-05T17:40:00Z');
const LAST = new Date('2026-12-05T17:50:00Z');

let server: TestServer;
let first: CreatedPromotion;
let second: CreatedPromotion;
let third: CreatedPromotion;
let contested: CreatedPromotion;
let waived: CreatedPromotion;
beforeAll(async () => {
  server = await startTestServer();
  const staff = await createStaff(server, 'admin');
  [first, second, third, contested] = [
    await createPromotion(server),
    await createPromotion(server),
    await createPromotion(server),
    await createPromotion(server),
  ];
  for (const { id } of [first, second, third, contested]) await staff.post(`/promotions/${id}/approve`).expect(200);
  waived = await createWaived(staff);
  await server.advanceTo(SENT);
  await endWindow(waived, LATER);
  await endWindow(contested, EVEN_LATER);
  await endWindow(third, LAST);
  server.clock.set(WINDOW_END);
});
afterAll(() => server.close());

const endWindow = ({ id }: CreatedPromotion, click_window_ends_at: Date) =>
  server.deps.db.promotion.update({ where: { id }, data: { click_window_ends_at } });
const isSettled = async ({ id }: CreatedPromotion) => {
  const { settled_at, invoice_id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
  return settled_at !== null && invoice_id !== null;
};

it('skips promotions that another process has locked', async () => {
  await server.deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from promotions where id in (${first.id}, ${second.id}) for update`;
    await settleDuePromotions(server.deps);
  });
  expect([await isSettled(first), await isSettled(second)]).toEqual([false, false]);
});

it('lets readers click a promotion during its settlement', async () => {
  const { deal } = (await visitor(server).get(`/books/${first.book.id}`).expect(200)).body.book;
  await server.deps.db.$transaction(async (tx) => {
    await lockPromotion(tx, first.id, SYSTEM);
    await click(server, deal.store_links.kobo.slice(1)).expect(302);
  });
});

it('settles the other promotions if one fails, throws at the end, and retries the failed one', async () => {
  const { db } = server.deps;
  const conflictingRow = {
    promotion_id: first.id,
    category_id: 1,
    price_type: 'discounted',
    promotion_date: WINDOW_END,
  } as const;
  await db.promotionStat.create({
    data: { ...conflictingRow, delivered: 0, clicks_billable: 0, clicks_per_thousand: 0 },
  });
  await expect(settleDuePromotions(server.deps)).rejects.toThrow('promotion_stats_pkey');
  expect([await isSettled(first), await isSettled(second)]).toEqual([false, true]);
  await db.promotionStat.delete({ where: { promotion_id: first.id } });
  await settleDuePromotions(server.deps);
  expect(await isSettled(first)).toBe(true);
});

const TOP_SPOT_ADDON_ID = 1;

/** Creates a promotion that costs $0.40 before a 25% discount, so that the total is below the minimum charge. */
async function createWaived(staff: Client) {
  await staff.post('/discounts').send({ code: 'QUARTER', kind: 'percent', value: 25 }).expect(201);
  const promotion = await createPromotion(server, {
    category_id: 2,
    addon_ids: [TOP_SPOT_ADDON_ID],
    discount_code: 'QUARTER',
    book: { category_id: 2 },
  });
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  await server.deps.db.promotionAddon.updateMany({ where: { promotion_id: promotion.id }, data: { price_cents: 40 } });
  return promotion;
}

it('releases the discount of a promotion that costs too little to be charged', async () => {
  const { db } = server.deps;
  server.clock.set(LATER);
  await settleDuePromotions(server.deps);
  expect(await db.invoice.findFirstOrThrow({ where: { promotion_id: waived.id } })).toMatchObject({
    subtotal_cents: 40,
    discount_cents: 10,
    total_cents: 0,
    status: 'paid',
  });
  expect(await db.discountUse.findMany({ where: { promotion_id: waived.id } })).toMatchObject([{ state: 'released' }]);
  expect(await db.discount.findFirstOrThrow({ where: { code: 'QUARTER' } })).toMatchObject({ used_count: 0 });
});

it('settles a promotion once if two workers find it due at the same time', async () => {
  const { db } = server.deps;
  server.clock.set(EVEN_LATER);
  const found = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slowPromotions = new Proxy(db.promotion, {
    get: (target, name) =>
      name !== 'findMany'
        ? Reflect.get(target, name)
        : async (query: never) => {
            const due = await target.findMany(query);
            found.resolve();
            await gate.promise;
            return due;
          },
  });
  const slowDb = new Proxy(db, {
    get: (target, name) => (name === 'promotion' ? slowPromotions : Reflect.get(target, name)),
  });
  const slow = settleDuePromotions({ ...server.deps, db: slowDb });
  await found.promise;
  await settleDuePromotions(server.deps);
  gate.resolve();
  await slow;
  expect(await db.invoice.count({ where: { promotion_id: contested.id } })).toBe(1);
  expect(await db.promotionEvent.count({ where: { promotion_id: contested.id, action: 'settle' } })).toBe(1);
});

it('runs with a longer statement timeout than usual, because there may be many clicks', async () => {
  const { pool } = server.deps;
  await pool.query(`
    create table time_out (setting text);
    create function note_time_out() returns trigger language plpgsql as $$
      begin insert into time_out values (current_setting('statement_timeout')); return new; end $$;
    create trigger note before update on promotions for each row execute function note_time_out()`);
  await server.deps.db.promotion.update({ where: { id: third.id }, data: { clicks_total: 0 } });
  server.clock.set(LAST);
  await settleDuePromotions(server.deps).finally(() => pool.query('drop trigger note on promotions'));
  const { rows } = await pool.query('select setting from time_out');
  expect(rows.map(({ setting }) => setting)).toEqual(['5s', '2min']);
});
