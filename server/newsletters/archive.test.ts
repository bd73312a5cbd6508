/** The public archive: daily newsletters that went out, without adult and withdrawn deals. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPromotion, createReader, createStaff, visitor } from '#server/testing/factories.ts';

const DATE = '2026-12-02';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());

const approved = async (title: string) => {
  const promotion = await createPromotion(server, { book: { title } });
  await staff.post(`/promotions/${promotion.id}/approve`).send({}).expect(200);
  return promotion;
};
const get = (path: string) => visitor(server).get(`/newsletter_archive${path}`);

it('has a newsletter once it is sent, with the deals that may be shown', async () => {
  const shown = await approved('The Quiet Harbor');
  const hidden = await approved('Archived Since');
  const adult = await approved('For Adults');
  await createReader(server);
  await get(`/${DATE}`).expect(404);
  expect((await get('').expect(200)).body.newsletter_archive).toEqual([]);
  await server.advanceTo('2026-12-02T18:10:00Z');
  const { db } = server.deps;
  await db.book.update({ where: { id: hidden.book.id }, data: { status: 'archived' } });
  const { reviewed_book } = await db.promotion.findUniqueOrThrow({ where: { id: adult.id } });
  await db.promotion.update({
    where: { id: adult.id },
    data: { reviewed_book: { ...(reviewed_book as object), content_rating: 'adult' } },
  });

  const { body } = await get(`/${DATE}`).expect(200);
  expect(body.archived_newsletter).toMatchObject({
    newsletter_date: DATE,
    deals: [{ promotion_id: shown.id, title: 'The Quiet Harbor', slug: 'the-quiet-harbor' }],
  });
  expect((await get('').expect(200)).body).toMatchObject({
    newsletter_archive: [{ newsletter_date: DATE }],
    meta: { total_count: 1 },
  });
});

it('has no page for other dates', async () => {
  for (const date of ['2026-12-03', '2026-13-01', 'x']) await get(`/${date}`).expect(404);
});
