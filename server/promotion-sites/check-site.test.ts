import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

const SOURCE = 'https://robinreads.com/author-f-a-q';
const check = (id: number, facts: object, source = SOURCE) =>
  staff.post(`/promotion_sites/${id}/checks`).send({ source, facts });
const shown = async (id: number) =>
  (await visitor(server).get(`/promotion_sites/${id}`).expect(200)).body.promotion_site;
type Listed = { id: number; is_due: boolean; checked_on: string | null; last_check: object | null };
const listed = async (): Promise<Listed[]> =>
  (await staff.get('/promotion_site_checks').expect(200)).body.promotion_sites;

it('lists every site as due before anyone has checked it', async () => {
  const sites = await listed();
  expect(sites).toHaveLength(37);
  expect(sites.filter(({ is_due, checked_on, last_check }) => !is_due || checked_on || last_check)).toEqual([]);
});

it('stores the date, value, and source of the checked facts, and leaves the others unchanged', async () => {
  const changes = { price: { min_usd: 30, max_usd: 95 }, audience_claim: '210K readers', audience_size: 210_000 };
  const { promotion_site } = (await check(8, changes).expect(200)).body;
  expect(promotion_site).toMatchObject({
    price_min_usd: 30,
    price_max_usd: 95,
    audience_claim: '210K readers',
    audience_size: 210_000,
    lead_time: '7 days',
    checked_on: '2026-12-01',
    is_due: false,
    fact_basis: 'sourced',
    evidence: {
      price: { as_of: '2026-12', source: SOURCE },
      audience_claim: { as_of: '2026-12', source: SOURCE },
    },
    last_check: { at: '2026-12-01T15:00:00.000Z', by: expect.any(String), source: SOURCE },
  });
  expect(promotion_site.evidence).not.toHaveProperty('lead_time');
  expect((await shown(8)).sources.filter((source: string) => source === SOURCE)).toEqual([SOURCE]);
  const sites = await listed();
  expect(sites.at(-1)).toMatchObject({ id: 8, is_due: false });
  const event = await server.deps.db.auditEvent.findFirst({ where: { action: 'check' }, orderBy: { id: 'desc' } });
  expect(event).toMatchObject({
    actor: 'user',
    entity: 'promotion_site',
    entity_id: '8',
    before: { price_min_usd: 25, price_max_usd: 85 },
    after: { price_min_usd: 30, price_max_usd: 95, source: SOURCE },
  });
});

it('removes an audience size along with the claim that stated it, unless the check has a new size', async () => {
  const audience = async () => {
    const { audience_claim, audience_size } = await shown(8);
    return [audience_claim, audience_size];
  };
  await check(8, { audience_claim: '210K readers' }).expect(200);
  expect(await audience()).toEqual(['210K readers', 210_000]);
  await check(8, { audience_claim: 'more readers than ever' }).expect(200);
  expect(await audience()).toEqual(['more readers than ever', null]);
  await check(8, { audience_claim: '220K readers', audience_size: 220_000 }).expect(200);
  expect(await audience()).toEqual(['220K readers', 220_000]);
});

it('is due again when its check and all its sources are more than twelve months old', async () => {
  await server.deps.db.promotionSite.update({
    where: { id: 8 },
    data: { checked_on: new Date('2025-11-30'), evidence: { price: { as_of: '2025-11', source: SOURCE } } },
  });
  expect(await shown(8)).toMatchObject({ is_due: true, checked_on: '2025-11-30' });
});

it('removes a fact that the source no longer states', async () => {
  await check(22, { price: { min_usd: null, max_usd: null }, kind: '' }).expect(200);
  const site = await shown(22);
  expect(site).toMatchObject({ price_min_usd: null, price_max_usd: null, kind: null, genres: 'all' });
  expect(Object.keys(site.evidence).sort()).toEqual(['genres', 'price_model']);
});

it('shows no unsourced fact after a check, whether or not the site had a source before', async () => {
  const { db } = server.deps;
  const unsourced = { kind: 'a well-kept secret', price_min_usd: 3, price_max_usd: 4, sources: '' };
  await db.promotionSite.update({ where: { id: 25 }, data: { ...unsourced, fact_basis: 'memory' } });
  await check(25, { lead_time: '3 days' }).expect(200);
  expect(await shown(25)).toMatchObject({
    kind: null,
    price_min_usd: null,
    price_model: null,
    lead_time: '3 days',
    fact_basis: 'partly sourced',
    sources: [SOURCE],
  });

  const model = { price_model: 'flat fee (unverified)', price_min_usd: 3, price_max_usd: 4 };
  await db.promotionSite.update({ where: { id: 24 }, data: model });
  await check(24, { kind: 'newsletter' }).expect(200);
  expect(await shown(24)).toMatchObject({ kind: 'newsletter', price_min_usd: null, price_model: null });
});

it('keeps the facts of three simultaneous checks', async () => {
  await Promise.all([
    check(18, { lead_time: 'Thursdays' }).expect(200),
    check(18, { kind: 'weekly email' }).expect(200),
    check(18, { genres: 'M/M' }).expect(200),
  ]);
  const { evidence } = await shown(18);
  for (const fact of ['lead_time', 'kind', 'genres'])
    expect(evidence[fact]).toEqual({ as_of: '2026-12', source: SOURCE });
});

it('refuses a check without facts, without a link, with prices out of order, or by anyone but staff', async () => {
  const changed = await tablesChangedBy(server, async () => {
    await check(8, {}).expect(422);
    await check(8, { lead_time: '7 days' }, 'their site').expect(422);
    await check(8, { price: { min_usd: 9, max_usd: 3 } }).expect(422);
    await check(8, { slogan: 'Best of all' }).expect(422);
    await check(999, { lead_time: '7 days' }).expect(404);
    const body = { source: SOURCE, facts: { lead_time: '7 days' } };
    await partner.post('/promotion_sites/8/checks').send(body).expect(403);
    await visitor(server).post('/promotion_sites/8/checks').send(body).expect(401);
    await visitor(server).get('/promotion_site_checks').expect(401);
  });
  expect(changed).toEqual([]);
});
