import { afterAll, beforeAll, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client & { id: number };
let promotion: CreatedPromotion;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  promotion = await createPromotion(server, {
    requested_date: '2026-12-09',
    book: { title: 'Silas Marner', asin: 'B00SILAS10' },
  });
  const { db } = server.deps;
  await db.partner.update({ where: { id: promotion.partner.id }, data: { name: 'Lantern Street Books' } });
  const unpaid = { lines: [], subtotal_cents: 1250, total_cents: 1250, date: new Date('2026-11-20') };
  await db.invoice.create({ data: { ...unpaid, number: 815, partner_id: promotion.partner.id } });
});
afterAll(() => server.close());

const search = async (q: string) =>
  (await staff.get(`/staff_search?q=${encodeURIComponent(q)}`).expect(200)).body.results.map(
    ({ kind, title }: { kind: string; title: string }) => `${kind}: ${title}`,
  );

it('finds records of every kind, at most five of each', async () => {
  expect(await search('lantern')).toEqual(['partner: Lantern Street Books', 'promotion: Silas Marner']);
  expect(await search('silas')).toEqual(['book: Silas Marner', 'promotion: Silas Marner']);
  expect(await search('b00silas10')).toEqual(['book: Silas Marner', 'promotion: Silas Marner']);
  expect(await search('815')).toContain('invoice: Invoice 000815');
  expect(await search('2026-12-09')).toEqual(['newsletter: December 9, 2026']);
  expect(await search('Dec 9, 2026')).toEqual(['newsletter: December 9, 2026']);
  expect(await search('december')).toHaveLength(5);
  expect((await search('dec 1'))[0]).toBe('newsletter: December 1, 2026');
  expect((await search('December 1'))[0]).toBe('newsletter: December 1, 2026');
  expect(await search('nothing like this')).toEqual([]);
  const [result] = (await staff.get('/staff_search?q=lantern').expect(200)).body.results;
  expect(result).toEqual({
    kind: 'partner',
    id: promotion.partner.id,
    title: 'Lantern Street Books',
    detail: promotion.partner.email,
  });
});

it('finds a partner and a book by their ids before others whose texts contain the number', async () => {
  const { db, pool } = server.deps;
  await pool.query(
    `select setval(pg_get_serial_sequence(name, 'id'), 4710) from unnest('{partners,books}'::text[]) name`,
  );
  const [owner, ...others] = await insertPartners(server, 7);
  await db.partner.update({ where: { id: 4711 }, data: { name: 'Quayside Press' } });
  for (const { id } of others)
    await db.partner.update({ where: { id }, data: { uid: `author${id}-4711@example.com`, last_sign_in_at: START } });
  const titles = ['Adam Bede', ...others.map((_, index) => `4711 and ${index}`)];
  for (const title of titles) await createBook(owner!, { title });
  const found = await search('4711');
  expect(found).toHaveLength(10);
  expect([found[0], found[5]]).toEqual(['partner: Quayside Press', 'book: Adam Bede']);
  expect(await search('#4711')).toEqual(['partner: Quayside Press', 'book: Adam Bede']);
});

it('is for staff only, and requires a text', async () => {
  await promotion.partner.get('/staff_search?q=lantern').expect(403);
  await staff.get('/staff_search?q=%20').expect(422);
  await staff.get('/staff_search').expect(422);
});
