import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createAuthor,
  createPartner,
  createPromotion,
  createStaff,
} from '#server/testing/factories.ts';
import { promotionSearchSql } from './list.ts';

let server: TestServer;
let staff: Client & { id: number };
let promotion: CreatedPromotion;
let other: CreatedPromotion;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  const partner = await createPartner(server);
  const author = await createAuthor(partner, { name: 'Mary Ann Evans' });
  promotion = await createPromotion(server, {
    partner,
    book: { title: 'Silas Marner', author_id: author.id, asin: 'B00SILAS10' },
  });
  other = await createPromotion(server, { book: { title: 'It' } });
  const { db } = server.deps;
  await db.partner.update({ where: { id: partner.id }, data: { name: 'Lantern Street Books' } });
  const unpaid = { lines: [], subtotal_cents: 100, total_cents: 100, date: new Date('2026-12-03') };
  await db.invoice.create({ data: { ...unpaid, number: 4711, partner_id: partner.id, promotion_id: promotion.id } });
});
afterAll(() => server.close());

const found = async (q: string, query = '') =>
  (await staff.get(`/promotions?q=${encodeURIComponent(q)}${query}`).expect(200)).body.promotions.map(
    ({ id }: { id: number }) => id,
  );

it('finds promotions by title, author, partner, email, ASIN, invoice number, and id', async () => {
  const { email } = promotion.partner;
  const texts = [
    'silas',
    'ann  evans',
    'LANTERN',
    email,
    email.split('@')[0]!.slice(1),
    'b00silas10',
    '4711',
    '#004711',
  ];
  for (const q of [...texts, String(promotion.id), `#${promotion.id}`])
    expect([q, await found(q)]).toEqual([q, [promotion.id]]);
  expect(await found('example')).toEqual([other.id, promotion.id]);
  expect(await found('example', '&lane=to_decide&sort_col=closes_at')).toHaveLength(2);
  expect(await found('silas', '&display_status=declined')).toEqual([]);
  expect(await found('%')).toEqual([]);
  // A search of two letters must match the whole title.
  expect(await found('it')).toEqual([other.id]);
  expect(await found('si')).toEqual([]);
});

it('doesn’t let partners find others’ promotions', async () => {
  const own = async (q: string) => (await other.partner.get(`/promotions?q=${q}`).expect(200)).body.promotions;
  for (const q of ['silas', 'evans', 'lantern']) expect(await own(q)).toEqual([]);
  expect(await own(String(promotion.id))).toEqual([]);
  expect(await own('It')).toHaveLength(1);
});

describe('a search with more matches than its limit', () => {
  const found = async (q: string, limit: number, options: Parameters<typeof promotionSearchSql>[2]) =>
    (await server.deps.db.$queryRaw<{ id: number }[]>(promotionSearchSql(q, limit, options)))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  /** All promotions have the same date, so both orders find the same ones. */
  const search = async (q: string, limit: number, ...conditions: Prisma.Sql[]) => {
    const ids = await found(q, limit, { conditions });
    expect(await found(q, limit, { conditions, newest: 'booked_date' })).toEqual(ids);
    return ids;
  };
  const ids: number[] = [];
  beforeAll(async () => {
    for (const title of ['Romola', 'Romola, Abridged', 'Romola, Illustrated'])
      ids.push((await createPromotion(server, { book: { title } })).id);
  });

  it('lists the newest ones', async () => {
    for (const limit of [1, 2, 3, 4]) expect(await search('romola', limit)).toEqual(ids.slice(-limit));
  });

  it('lists a newer one of an author or partner instead of an older title', async () => {
    await createPromotion(server, { book: { title: 'Felix Holt at Middlemarch' } });
    const partner = await createPartner(server);
    await server.deps.db.partner.update({ where: { id: partner.id }, data: { name: 'Middlemarch Press' } });
    const author = await createAuthor(partner, { name: 'Felix Holt' });
    const { id } = await createPromotion(server, { partner, book: { title: 'Adam Bede', author_id: author.id } });
    expect(await search('felix holt', 1)).toEqual([id]);
    expect(await search('middlemarch', 1)).toEqual([id]);
  });

  it('lists only those that fulfill the conditions, however many newer ones don’t', async () => {
    expect(await search('romola', 1, Prisma.sql`p.id < ${ids[2]!}`)).toEqual([ids[1]]);
    expect(await search('romola', 2, Prisma.sql`p.id < ${ids[1]!}`)).toEqual([ids[0]]);
  });

  it('lists those with the latest booked dates if asked', async () => {
    const where = { id: ids[0]! };
    const { requested_date, deal_ends_on } = await server.deps.db.promotion.findUniqueOrThrow({ where });
    const later = { requested_date: new Date('2026-12-29'), deal_ends_on: new Date('2027-01-05') };
    await server.deps.db.promotion.update({ where, data: later });
    expect(await found('romola', 1, { newest: 'booked_date' })).toEqual([ids[0]]);
    expect(await found('romola', 1, {})).toEqual([ids[2]]);
    await server.deps.db.promotion.update({ where, data: { requested_date, deal_ends_on } });
  });

  it('also lists the promotion whose invoice has the number', async () => {
    const titled = await createPromotion(server, { book: { title: '4711 Days' } });
    expect(await search('4711', 1)).toEqual([promotion.id, titled.id]);
  });
});
