import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
let ada: PartnerClient;
let bea: PartnerClient;
let cyd: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [ada, bea, cyd] = (await insertPartners(server, 3)) as [PartnerClient, PartnerClient, PartnerClient];
});
afterAll(() => server.close());

const BODY = 'The book went from rank 41,000 to 1,900 in its category for two days.';
const review = (promotion_site_id: number, input: object = {}) => ({
  promotion_site_id,
  rating: 4,
  title: 'Steady',
  body: BODY,
  ...input,
});
const write = async (partner: Client, site: number, input: object = {}) =>
  (await partner.post('/promotion_site_reviews').send(review(site, input)).expect(201)).body.promotion_site_review;
const reviews = async (client: Client, query: string) =>
  (await client.get(`/promotion_site_reviews?${query}`).expect(200)).body.promotion_site_reviews;

describe('the directory', () => {
  const names = async (query: string) =>
    (await visitor(server).get(`/promotion_sites?per=100&${query}`).expect(200)).body.promotion_sites.map(
      ({ name }: { name: string }) => name,
    );

  it('shows sourced facts with their evidence, and omits the check date of a site nobody has checked', async () => {
    const { promotion_site } = (await visitor(server).get('/promotion_sites/8').expect(200)).body;
    expect(promotion_site).toMatchObject({
      id: 8,
      slug: 'robin-reads',
      name: 'Robin Reads',
      price_min_usd: 25,
      price_max_usd: 85,
      fact_basis: 'sourced',
      checked_on: null,
      evidence: {
        price: { as_of: '2021-12', source: 'https://nebulopathy.blogspot.com/2021/12/shop-talk.html' },
      },
      is_due: true,
      audience_size: null,
      cost_per_thousand_usd: null,
      budget: 'small',
      average_rating: null,
      reviews_count: 0,
    });
    await visitor(server).get('/promotion_sites/999').expect(404);
  });

  it('neither shows unsourced facts nor finds a site by them', async () => {
    const { db } = server.deps;
    const facts = {
      kind: 'a well-kept secret',
      genres: 'western',
      price_min_usd: 3,
      price_max_usd: 4,
      checked_on: new Date('2026-11-21'),
      audience_claim: '9K readers',
      audience_size: 9000,
      evidence: { price: { as_of: '2026-11', source: 'https://people-reads.example' } },
    };
    await db.promotionSite.update({ where: { id: 25 }, data: { ...facts, fact_basis: 'memory' } });
    const { promotion_site } = (await visitor(server).get('/promotion_sites/25').expect(200)).body;
    expect(promotion_site).toEqual({
      id: 25,
      slug: 'people-reads',
      name: 'People Reads',
      url: expect.stringMatching(/^https?:/),
      ...Object.fromEntries(
        'kind genres audience_claim price_min_usd price_max_usd price_model deal_price_rule min_reviews length_rule repeat_interval_days lead_time selection refund_or_cancel stats_given checked_on audience_size cost_per_thousand_usd budget average_rating'
          .split(' ')
          .map((fact) => [fact, null]),
      ),
      fact_basis: 'not sourced',
      sources: [],
      evidence: {},
      is_due: true,
      reviews_count: 0,
    });
    expect(await names('price_max=5')).not.toContain('People Reads');
    expect(await names('genre=western')).not.toContain('People Reads');
    expect(await names('q=secret')).toEqual([]);
    expect(await names('budget=small')).not.toContain('People Reads');
    expect((await names('sort_col=cost_per_thousand_usd'))[0]).not.toBe('People Reads');
    expect(await names('q=people reads')).toEqual(['People Reads']);
  });

  it("shows a site's sourced facts without its unsourced ones", async () => {
    await server.deps.db.promotionSite.update({
      where: { id: 23 },
      data: { price_model: 'flat fee (unverified)', fact_basis: 'partly sourced' },
    });
    const { promotion_site } = (await visitor(server).get('/promotion_sites/23').expect(200)).body;
    expect(promotion_site).toMatchObject({ kind: 'listing site', price_model: null, price_min_usd: null });
    expect(await names('price_max=30')).not.toContain('Digital Book Today');
  });

  it('can be searched by words, genre, price, and budget', async () => {
    expect(await names('q=bookbub')).toEqual(['BookBub Ads', 'BookBub Featured Deals']);
    expect(await names('free=true')).toEqual(['Patty Jansen SFF Promos', 'Read Cheaply']);
    expect(await names('free=false&price_max=10')).toContain('eBook Lister');
    expect(await names('free=false&price_max=9.99')).not.toContain('eBook Lister');
    expect(await names('genre=romance')).toContain('LoveKissed Book Bargains');
    expect(await names('genre=romance')).toContain('Robin Reads');
    expect(await names('genre=romance')).not.toContain('Book Barbarian');
    expect(await names('budget=free')).toEqual(['Patty Jansen SFF Promos', 'Read Cheaply']);
    expect(await names('budget=large')).toEqual(['Goodreads Giveaways']);
    expect(await names('budget=medium')).toContain('BookBub Featured Deals');
    await visitor(server).get('/promotion_sites?budget=huge').expect(422);
    expect(await names('q=%25')).toEqual([]);
    expect(await names('q=book_')).toEqual([]);
    expect((await names('sort_col=name&sort_dir=desc'))[0]).toBe('Written Word Media Promo Stacks');
    await visitor(server).get('/promotion_sites?price_max=cheap').expect(422);
    await visitor(server).get('/promotion_sites?sort_col=fact_basis').expect(422);
  });

  it('can be sorted by the cost per thousand claimed readers, with unknown costs last', async () => {
    const { promotion_sites: sites } = (
      await visitor(server).get('/promotion_sites?per=100&sort_col=cost_per_thousand_usd').expect(200)
    ).body;
    const costs = sites.map(({ cost_per_thousand_usd: cost }: { cost_per_thousand_usd: number | null }) => cost);
    const known = costs.filter((cost: number | null) => cost !== null);
    // $75 for 200,000, $52 for 60,000, $2,560 for a million.
    expect(known).toEqual([0.38, 0.87, 2.56]);
    expect(costs.slice(0, 3)).toEqual(known);
    expect(sites[0]).toMatchObject({ name: 'BookGorilla' });
  });

  it('can be sorted by partner rating, with unrated sites last in both directions', async () => {
    await write(ada, 1, { rating: 5 });
    await write(bea, 1, { rating: 4 });
    await write(cyd, 1, { rating: 4 });
    await write(ada, 2, { rating: 2 });
    const list = async (query: string) =>
      (await visitor(server).get(`/promotion_sites?${query}`).expect(200)).body.promotion_sites;
    const [best, next] = await list('sort_col=average_rating&sort_dir=desc');
    expect(best).toMatchObject({ id: 1, average_rating: 4.3, reviews_count: 3 });
    expect(next).toMatchObject({ id: 2, average_rating: 2, reviews_count: 1 });
    const [worst] = await list('sort_col=average_rating&sort_dir=asc');
    expect(worst).toMatchObject({ id: 2 });
  });
});

describe('a review', () => {
  it('is marked as own only for its author', async () => {
    const written = await write(ada, 4, {
      promo_date: '2026-11-20',
      cost_cents: 6500,
      copies: 212,
    });
    const expected = {
      id: expect.any(Number),
      promotion_site_id: 4,
      rating: 4,
      title: 'Steady',
      body: BODY,
      promo_date: '2026-11-20',
      cost_cents: 6500,
      copies: 212,
      partner_name: 'Ada Quill',
      helpful_count: 0,
      not_helpful_count: 0,
      own: true,
      my_vote: null,
      created_at: '2026-12-01T15:00:00.000Z',
      updated_at: '2026-12-01T15:00:00.000Z',
      promotion_site: { id: 4, slug: 'bargain-booksy', name: 'Bargain Booksy' },
      hidden_at: null,
    };
    expect(written).toEqual(expected);
    const { hidden_at: _, ...toOthers } = expected;
    const query = 'promotion_site_id=4&joins=promotion_site';
    for (const client of [visitor(server), bea])
      expect(await reviews(client, query)).toEqual([{ ...toOthers, own: false }]);
    expect(await reviews(staff, query)).toEqual([{ ...expected, own: false, partner_id: ada.id }]);
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { promotion_site_id: ["can't be blank"], rating: ["can't be blank"], title: ["can't be blank"] }],
    ['six stars', review(5, { rating: 6 }), { rating: ['must be at most 5'] }],
    ['half a star', review(5, { rating: 0.5 }), { rating: expect.any(Array) }],
    ["a body that's too short", review(5, { body: 'Good.' }), { body: ['is too short (at least 20 characters)'] }],
    ['an unknown site', review(999), { promotion_site_id: ['is not a promotion site'] }],
    ['a future date', review(5, { promo_date: '2026-12-02' }), { promo_date: ['must not be in the future'] }],
  ])('with %s is refused', async (_, body, errors) => {
    const changed = await tablesChangedBy(server, async () => {
      const res = await ada.post('/promotion_site_reviews').send(body).expect(422);
      expect(res.body.errors).toMatchObject(errors);
    });
    expect(changed).toEqual([]);
  });

  it('is limited to one per partner and site, even with ten simultaneous requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => ada.post('/promotion_site_reviews').send(review(6))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(responses.find(({ status }) => status === 422)!.body.errors.base).toEqual([
      'You’ve already reviewed this site. You can change that review.',
    ]);
    await bea.post('/promotion_site_reviews').send(review(6)).expect(201);
  });

  it('can be changed by its author only', async () => {
    const { id } = await write(ada, 7);
    const res = await ada.patch(`/promotion_site_reviews/${id}/`).send({ rating: 2 }).expect(200);
    expect(res.body.promotion_site_review).toMatchObject({
      rating: 2,
      title: 'Steady',
      promotion_site_id: 7,
      own: true,
    });
    const changed = await tablesChangedBy(server, async () => {
      expect((await bea.patch(`/promotion_site_reviews/${id}`).send({ rating: 1 }).expect(404)).text).toBe('{}');
      await staff.patch(`/promotion_site_reviews/${id}`).send({ rating: 1 }).expect(403);
      await visitor(server).patch(`/promotion_site_reviews/${id}`).send({ rating: 1 }).expect(401);
    });
    expect(changed).toEqual([]);
  });

  it('hidden by staff is visible only to its author and staff, and no longer counts', async () => {
    const { id } = await write(ada, 9, { rating: 1 });
    const other = await write(bea, 9, { rating: 5 });
    await server.deps.db.promotionSiteReview.update({
      where: { id },
      data: { hidden_at: new Date('2026-12-01T15:00:00Z') },
    });
    const visibleIds = async (client: Client, query = '') =>
      (await reviews(client, `promotion_site_id=9&sort_col=id&sort_dir=asc${query}`)).map(
        (row: { id: number }) => row.id,
      );
    expect(await visibleIds(visitor(server))).toEqual([other.id]);
    expect(await visibleIds(cyd)).toEqual([other.id]);
    expect(await visibleIds(ada)).toEqual([id, other.id]);
    expect(await visibleIds(ada, '&public=true')).toEqual([other.id]);
    expect(await visibleIds(staff)).toEqual([id, other.id]);
    expect(await visibleIds(ada, '&own=true')).toEqual([id]);
    expect(await visibleIds(ada, '&own=false')).toEqual([other.id]);
    const { promotion_site } = (await visitor(server).get('/promotion_sites/9').expect(200)).body;
    expect(promotion_site).toMatchObject({ average_rating: 5, reviews_count: 1 });
    const refused = await cyd.post('/partner_helpfuls').send({ promotion_site_review_id: id }).expect(422);
    expect(refused.body.errors.promotion_site_review_id).toEqual(['is not a review']);
  });
});

describe('a vote', () => {
  const voteHelpful = (partner: Client, promotion_site_review_id: number) =>
    partner.post('/partner_helpfuls').send({ promotion_site_review_id });
  const voteNotHelpful = (partner: Client, promotion_site_review_id: number) =>
    partner.post('/partner_not_helpfuls').send({ promotion_site_review_id });

  it('counts once, can be changed, and is shown to the voter', async () => {
    const { id } = await write(ada, 10);
    const first = await voteHelpful(bea, id).expect(201);
    expect(first.body.promotion_site_review).toMatchObject({
      id,
      helpful_count: 1,
      not_helpful_count: 0,
      my_vote: 'helpful',
    });
    const again = await voteHelpful(bea, id).expect(200);
    expect(again.body.promotion_site_review).toMatchObject({ helpful_count: 1, not_helpful_count: 0 });
    const changed = await voteNotHelpful(bea, id).expect(201);
    expect(changed.body.promotion_site_review).toMatchObject({
      helpful_count: 0,
      not_helpful_count: 1,
      my_vote: 'not_helpful',
    });
    await voteHelpful(cyd, id).expect(201);
    expect((await reviews(cyd, 'promotion_site_id=10'))[0]).toMatchObject({
      helpful_count: 1,
      not_helpful_count: 1,
      my_vote: 'helpful',
    });
    expect((await reviews(visitor(server), 'promotion_site_id=10'))[0]).toMatchObject({ my_vote: null });
  });

  it('sorts reviews by helpfulness', async () => {
    const quiet = await write(ada, 12);
    const loved = await write(bea, 12);
    await voteHelpful(cyd, loved.id).expect(201);
    const ids = async (dir: string) =>
      (await reviews(visitor(server), `promotion_site_id=12&sort_col=helpful_count&sort_dir=${dir}`)).map(
        (row: { id: number }) => row.id,
      );
    expect(await ids('desc')).toEqual([loved.id, quiet.id]);
    expect(await ids('asc')).toEqual([quiet.id, loved.id]);
  });

  it('requires a partner, and an existing review by another partner', async () => {
    const { id } = await write(ada, 11);
    const changed = await tablesChangedBy(server, async () => {
      for (const send of [voteHelpful, voteNotHelpful]) {
        const own = await send(ada, id).expect(422);
        expect(own.body.errors.base).toEqual(['You can’t vote on your own review.']);
        await send(bea, 999_999).expect(422);
        await send(visitor(server), id).expect(401);
        await send(staff, id).expect(403);
      }
    });
    expect(changed).toEqual([]);
  });

  it('counts once, even with simultaneous opposite votes', async () => {
    const { id } = await write(ada, 13);
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, i) => (i % 2 ? voteHelpful : voteNotHelpful)(bea, id)),
      );
      expect(responses.filter(({ status }) => status > 201)).toEqual([]);
      const [row] = await reviews(bea, 'promotion_site_id=13');
      expect(row.helpful_count + row.not_helpful_count).toBe(1);
    }
  });
});
