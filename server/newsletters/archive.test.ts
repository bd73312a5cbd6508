/** The public archive: newsletters that went out, without adult and withdrawn deals. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createReader, createStaff, visitor } from '#server/testing/factories.ts';

const DATE = '2026-12-02';
/** Changes that hide a deal after the newsletter was sent, each for a different promotion. */
const WITHDRAWN = {
  'canceled since': 'update promotions set cancelled_at = now() where id = $1',
  'unable to send': 'update promotions set unable_to_send_at = now() where id = $1',
  'in an adult category':
    'update promotions set category_id = (select id from categories where is_adult limit 1) where id = $1',
  'of an adult book': `update promotions set reviewed_book = reviewed_book || '{"content_rating": "adult"}' where id = $1`,
  'of a book archived since': `update books set status = 'archived' where id = (select book_id from promotions where id = $1)`,
};
const cases = Object.entries(WITHDRAWN);

let server: TestServer;
const promotions: { [title: string]: number } = {};
beforeAll(async () => {
  server = await startTestServer();
  const staff = await createStaff(server);
  await createReader(server);
  for (const [index, title] of ['The Quiet Harbor', ...Object.keys(WITHDRAWN)].entries()) {
    const { id } = await createPromotion(server, { category_id: index + 1, book: { title, category_id: index + 1 } });
    await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    promotions[title] = id;
  }
});
afterAll(() => server.close());

const get = (path: string) => visitor(server).get(`/newsletter_archive${path}`);
const fetchList = async () => (await get('').expect(200)).body.newsletter_archive;
const fetchNewsletter = async () => (await get(`/${DATE}`).expect(200)).body.archived_newsletter;

it('lists a newsletter once it is sent', async () => {
  expect(await fetchList()).toEqual([]);
  await get(`/${DATE}`).expect(404);
  await server.advanceTo('2026-12-02T18:10:00Z');
  expect((await get('').expect(200)).body).toMatchObject({
    newsletter_archive: [{ newsletter_date: DATE, kind: 'daily', deals_count: 6 }],
    meta: { total_count: 1 },
  });
  expect((await fetchNewsletter()).deals).toHaveLength(6);
});

it.each(cases)('neither counts nor shows a deal that is %s', async (title, statement) => {
  const before = await fetchNewsletter();
  const titles = (deals: { title: string }[]) => deals.map((deal) => deal.title);
  expect(titles(before.deals)).toContain(title);
  await server.deps.db.$executeRawUnsafe(statement, promotions[title]);
  const after = await fetchNewsletter();
  expect(titles(after.deals)).toEqual(titles(before.deals).filter((one) => one !== title));
  expect(after.deals_count).toBe(before.deals_count - 1);
  expect(await fetchList()).toEqual([{ newsletter_date: DATE, kind: 'daily', deals_count: before.deals_count - 1 }]);
});

it('names only deals that may be shown, and leaves out the subject, which may name a withdrawn one', async () => {
  expect(await fetchNewsletter()).toEqual({
    newsletter_date: DATE,
    kind: 'daily',
    deals_count: 1,
    deals: [
      expect.objectContaining({
        ...{ promotion_id: promotions['The Quiet Harbor'], title: 'The Quiet Harbor', slug: 'the-quiet-harbor' },
      }),
    ],
  });
});

it.each(['paused_at', 'held_at'])('leaves out a newsletter with %s, which may have reached nobody', async (column) => {
  await server.deps.db.newsletter.updateMany({ data: { [column]: server.deps.now() } });
  expect(await fetchList()).toEqual([]);
  await get(`/${DATE}`).expect(404);
  await server.deps.db.newsletter.updateMany({ data: { [column]: null } });
  expect(await fetchList()).toHaveLength(1);
});

it('has no page for other dates', async () => {
  for (const date of ['2026-12-03', '2026-13-01', 'x']) await get(`/${date}`).expect(404);
});

const WEEKLY = '2026-12-05';

it('shows a weekly newsletter’s deals by category, best first, without those withdrawn', async () => {
  const { deps } = server;
  await createReader(server, { category_ids: [1, 2], frequency: 'weekly' });
  const staff = await createStaff(server);
  const ids: { [title: string]: number } = {};
  for (const [title, current_price_cents] of [
    ['Saves a dollar', 199],
    ['Saves nine dollars', 999],
    ['Withdrawn', 999],
  ] as const) {
    const { id } = await createPromotion(server, {
      ...{ requested_date: '2026-12-04', current_price_cents, deal_ends_on: '2026-12-20' },
      ...{ book: { title, category_id: 2 }, category_id: 2 },
    });
    await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    ids[title] = id;
  }
  await get(`/${WEEKLY}?kind=weekly`).expect(404);
  await server.advanceTo('2026-12-05T17:10:00Z');
  await deps.db.promotion.update({ where: { id: ids.Withdrawn! }, data: { unable_to_send_at: deps.now() } });

  const { deals, ...newsletter } = (await get(`/${WEEKLY}?kind=weekly`).expect(200)).body.archived_newsletter;
  expect(newsletter).toEqual({ newsletter_date: WEEKLY, kind: 'weekly', deals_count: 3 });
  expect(deals.map(({ title }: { title: string }) => title)).toEqual([
    'The Quiet Harbor',
    'Saves nine dollars',
    'Saves a dollar',
  ]);
  expect(await fetchList()).toContainEqual({ newsletter_date: WEEKLY, kind: 'weekly', deals_count: 3 });
  expect((await get('?kind=weekly').expect(200)).body.meta.total_count).toBe(1);
  await get(`/${WEEKLY}?kind=weekly&public=true`).expect(200);
  await get('/2026-12-04?kind=weekly').expect(404);
});
