import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { parseDate } from '#shared/dates.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
/** In the order of their ids: requested for December 10, 4, 7, and 7, but the first is booked for the 5th. */
let first: number;
let second: number;
let third: number;
let fourth: number;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  partner = await createPartner(server);
  const create = async (requested_date: string) => (await createPromotion(server, { partner, requested_date })).id;
  first = await create('2026-12-10');
  second = await create('2026-12-04');
  third = await create('2026-12-07');
  fourth = await create('2026-12-07');
  const { db } = server.deps;
  await db.promotion.update({ where: { id: first }, data: { promotion_date: parseDate('2026-12-05') } });
  const [earlier, later] = [new Date('2026-12-01T18:00:00Z'), new Date('2026-12-02T18:00:00Z')];
  await db.promotion.updateMany({ data: { created_at: earlier, updated_at: earlier } });
  await db.promotion.updateMany({ where: { id: { in: [first, third] } }, data: { updated_at: later } });
});
afterAll(() => server.close());

async function list(query: string, client: Client = staff): Promise<number[]> {
  const { promotions, meta } = (await client.get(`/promotions?${query}`).expect(200)).body;
  if (!query.includes('after=')) expect(meta.total_count).toBe(promotions.length);
  return promotions.map(({ id }: { id: number }) => id);
}

it('orders promotions by the booked date, or the requested one until a date is booked', async () => {
  expect(await list('sort_col=booked_date&sort_dir=asc')).toEqual([second, first, third, fourth]);
  expect(await list('sort_col=booked_date&sort_dir=desc', partner)).toEqual([fourth, third, first, second]);
  expect(await list('sort_col=requested_date&sort_dir=asc')).toEqual([second, third, fourth, first]);
});

it.each([
  ['booked_date', [1, 0, 2, 3]],
  ['requested_date', [1, 2, 3, 0]],
  ['created_at', [0, 1, 2, 3]],
  ['updated_at', [1, 3, 0, 2]],
  ['id', [0, 1, 2, 3]],
])('continues a list sorted by %s after one of its promotions', async (sort_col, places) => {
  const ids = places.map((place) => [first, second, third, fourth][place]!);
  for (const [place, id] of ids.entries()) {
    expect(await list(`sort_col=${sort_col}&sort_dir=asc&after=${id}`)).toEqual(ids.slice(place + 1));
    expect(await list(`sort_col=${sort_col}&sort_dir=desc&after=${id}`)).toEqual(ids.slice(0, place).reverse());
  }
});

it('filters by the booked date in any order', async () => {
  const range = 'date_from=2026-12-05&date_to=2026-12-07';
  expect(await list(`${range}&sort_col=booked_date&sort_dir=asc`)).toEqual([first, third, fourth]);
  expect(await list(`${range}&sort_col=requested_date&sort_dir=asc`)).toEqual([third, fourth, first]);
  expect(await list(`${range}&sort_col=created_at&sort_dir=desc`)).toEqual([fourth, third, first]);
  // Longer than a quarter.
  expect(await list('date_from=2026-12-05&date_to=2027-12-05&sort_col=id&sort_dir=asc')).toEqual([
    first,
    third,
    fourth,
  ]);
  expect(await list('date_from=2026-12-06&sort_col=id')).toEqual([fourth, third]);
  expect(await list('date_to=2026-12-04&sort_col=id')).toEqual([second]);
  expect(await list('date_from=2026-12-08&date_to=2026-12-10&sort_col=id')).toEqual([]);
});
