/** The share image of a promotion, and the page of today's deals. */
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  click,
  createPartner,
  createPromotion,
  createReader,
  createStaff,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
}, 120_000);
afterAll(() => server.close());

it('draws the share image for the partner and staff, and draws it again after a change', async () => {
  const made = await createPromotion(server);
  const path = `/promotions/${made.id}/share_card`;
  const staff = await createStaff(server);
  await staff.post(`/promotions/${made.id}/approve`).send({}).expect(200);
  const { body, headers } = await made.partner.get(path).expect(200);
  expect(headers).toMatchObject({
    ...{ 'content-type': 'image/png' },
    'content-disposition': `attachment; filename=deckle-promotion-${made.id}.png`,
  });
  const { format, width, height } = await sharp(body).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  expect((await staff.get(path).expect(200)).body).toEqual(body);
  await (await createPartner(server)).get(path).expect(404);
  await visitor(server).get(path).expect(401);

  await made.partner.patch(`/promotions/${made.id}`).send({ sale_price_cents: 49 }).expect(200);
  expect((await made.partner.get(path).expect(200)).body).not.toEqual(body);
});

it('lists the deals of the latest newsletter on /today, and doesn’t bill clicks on the website', async () => {
  const page = () => supertest(server.url).get('/today').expect(200);
  expect((await page()).text).toContain('No newsletters yet');
  const { email } = await createReader(server);
  const made = await createPromotion(server, { book: { title: 'Shared Widely' }, days: 2 });
  await (await createStaff(server)).post(`/promotions/${made.id}/approve`).send({}).expect(200);
  await server.advanceTo('2026-12-03T18:10:00Z');
  expect((await server.emailsTo(email)).some(({ text }) => text.includes('Shared Widely'))).toBe(true);
  const { text } = await page();
  expect(text).toContain('Thursday December 3rd, 2026');
  expect(text).toContain(`/books/${made.book.id}/`);

  const { deal } = (await as(server).get(`/books/${made.book.id}`).expect(200)).body.book;
  await click(server, deal.store_links.kobo.slice(1)).expect(302);
  await server.advanceTo('2026-12-07T19:00:00Z');
  const { body } = await made.partner.get(`/promotions/${made.id}/clicks`).expect(200);
  expect(body).toMatchObject({ site: 1, raw: 0, billable: 0, followers: 0 });
});
