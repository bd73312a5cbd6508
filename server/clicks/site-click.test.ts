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
  const answer = await click(server, deal.store_links.kobo.slice(1)).expect(302);
  expect(answer.headers.location).toBe('https://www.kobo.com/us/en/ebook/the-quiet-harbour');

  await server.advanceTo('2026-12-05T18:00:00Z');
  const clicks = (await partner.get(`/promotions/${id}/clicks`).expect(200)).body;
  expect(clicks).toMatchObject({ raw: 0, billable: 0, site: 1, cost_so_far_cents: 0 });
});
