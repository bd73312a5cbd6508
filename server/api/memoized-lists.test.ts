import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { insertPartners, type PartnerClient, visitor } from '#server/testing/factories.ts';
import { memoizeList } from './memoized-lists.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

let builds = 0;
beforeEach(() => {
  builds = 0;
});

const namesOfTags = () =>
  memoizeList(server.deps, { tables: ['tags'], key: String }, async (tx, direction: 'asc' | 'desc') => {
    builds += 1;
    const tags = await tx.tag.findMany({ orderBy: { name: direction } });
    return tags.map(({ name }) => name);
  });

it('builds a list once for each input, also for concurrent requests', async () => {
  const list = namesOfTags();
  const [first, second] = await Promise.all([list('asc'), list('asc')]);
  expect(second).toBe(first);
  expect(await list('asc')).toBe(first);
  expect(builds).toBe(1);
  expect((await list('desc')).value).toEqual(first.value.toReversed());
  expect(builds).toBe(2);
});

it('returns the current list right after a row is added, changed, or deleted', async () => {
  const list = namesOfTags();
  const before = await list('asc');
  const { id } = await server.deps.db.tag.create({ data: { name: 'aaa', slug: 'aaa' } });
  expect((await list('asc')).value).toEqual(['aaa', ...before.value]);
  await server.deps.db.tag.update({ where: { id }, data: { name: 'aab' } });
  const changed = await list('asc');
  expect(changed.value).toEqual(['aab', ...before.value]);
  expect(changed.etag).not.toBe(before.etag);
  await server.deps.db.tag.delete({ where: { id } });
  expect((await list('asc')).value).toEqual(before.value);
  // The rows are those of the first list again.
  expect(builds).toBe(3);
});

it('never stores a row that is newer than the list’s version', async () => {
  const list = memoizeList(server.deps, { tables: ['tags'], key: String }, async (tx, _: 'all') => {
    builds += 1;
    if (builds === 1) await server.deps.db.tag.create({ data: { name: 'late', slug: 'late' } });
    return (await tx.tag.findMany()).map(({ name }) => name);
  });
  expect((await list('all')).value).not.toContain('late');
  expect((await list('all')).value).toContain('late');
});

it('responds with 304 while a list is unchanged, and with the new list right after a change', async () => {
  const { headers, body } = await visitor(server).get('/categories?joins=super_category').expect(200);
  const { super_category_id, super_category } = body.categories[0];
  const seen = { 'If-None-Match': headers.etag! };
  await visitor(server).get('/categories?joins=super_category').set(seen).expect(304);
  const rename = (name: string) =>
    server.deps.db.superCategory.update({ where: { id: super_category_id }, data: { name } });
  await rename('Novels');
  const renamed = await visitor(server).get('/categories?joins=super_category').set(seen);
  expect([renamed.status, renamed.body.categories[0].super_category.name]).toEqual([200, 'Novels']);
  await rename(super_category.name);
});

it('counts a promotion site’s reviews again when one is added or hidden', async () => {
  const site = async () =>
    (await visitor(server).get('/promotion_sites?sort_col=id').expect(200)).body.promotion_sites[0];
  const { id, reviews_count } = await site();
  const input = { promotion_site_id: id, rating: 1, title: 'Few sales', body: 'Twelve downloads, and no sale at all.' };
  const review = (await partner.post('/promotion_site_reviews').send(input).expect(201)).body.promotion_site_review;
  expect((await site()).reviews_count).toBe(reviews_count + 1);
  const where = { id: review.id };
  await server.deps.db.promotionSiteReview.update({ where, data: { hidden_at: server.deps.now() } });
  expect((await site()).reviews_count).toBe(reviews_count);
});
