import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { click, createPromotion, createStaff, visitor } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('counts clicks on our own pages and never bills them', async () => {
  const staff = await createStaff(server);
  const { id, book, partner } = await createPromotion(server);
  await staff.post(`/promotions/${id}/approve`).expect(200);
  await server.advanceTo('2026-12-02T18:00:00Z');

  const { deal } = (await visitor(server).get(`/books/${book.id}`).expect(200)).body.book;
  expect(Object.keys(deal.store_links)).toEqual(['amazon', 'kobo']);
  const response = await click(server, deal.store_links.kobo.slice(1)).expect(302);
  expect(response.headers.location).toBe('https://www.kobo.com/us/en/ebook/the-quiet-harbor');

  await server.advanceTo('2026-12-05T18:00:00Z');
  const clicks = (await partner.get(`/promotions/${id}/clicks`).expect(200)).body;
  expect(clicks).toMatchObject({ raw: 0, billable: 0, site: 1 });
});

it('stores clicks on our own pages as free, and doesn’t change them at settlement', async () => {
  const { deps } = server;
  const staff = await createStaff(server);
  const { id, book, partner } = await createPromotion(server);
  await staff.post(`/promotions/${id}/approve`).expect(200);
  await server.advanceTo('2026-12-07T18:00:00Z');
  const { deal } = (await visitor(server).get(`/books/${book.id}`).expect(200)).body.book;
  for (let i = 0; i < 3; i++) await click(server, deal.store_links.kobo.slice(1)).expect(302);
  const { promotion } = (await partner.get(`/promotions/${id}?joins=click_logs`).expect(200)).body;
  const free = expect.objectContaining({ source: 'site', billable: false, invalid_reason: null });
  expect(promotion.click_logs).toEqual([free, free, free]);

  const rows = async () =>
    (await deps.pool.query('select xmin::text, * from click_logs where promotion_id = $1', [id])).rows;
  const before = await rows();
  await server.advanceTo('2026-12-10T18:00:00Z');
  expect(await deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ clicks_total: 0 });
  expect(await rows()).toEqual(before);
});

it('counts clicks on our own pages by the link of the share kit that led there', async () => {
  const { id, book, partner } = await createPromotion(server);
  await (await createStaff(server)).post(`/promotions/${id}/approve`).expect(200);
  const { requested_date } = (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
  await server.advanceTo(`${requested_date}T18:00:00Z`);
  const { deal } = (await visitor(server).get(`/books/${book.id}`).expect(200)).body.book;
  const queries = ['?from=newsletter', '?from=newsletter', '?from=link', '?from=anything', '?from=link&from=link', ''];
  for (const query of queries) await click(server, `${deal.store_links.kobo.slice(1)}${query}`).expect(302);
  expect((await partner.get(`/promotions/${id}/clicks`).expect(200)).body).toMatchObject({
    site: 6,
    channels: [
      { channel: 'newsletter', clicks: 2 },
      { channel: 'link', clicks: 1 },
    ],
  });
});
