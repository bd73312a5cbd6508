/** Recomputes every figure of docs/numbers.md from raw rows of the demo database, and compares it with the API's. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOfMonth } from '#client/features/dashboard/dashboard.ts';
import { clickHours } from '#client/features/promotions/click-hours.ts';
import { storeClicks } from '#server/clicks/store.ts';
import { settleDuePromotions } from '#server/payments/settle.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { as, type Client, createStaff, sessionHeaders, visitor } from '#server/testing/factories.ts';
import type { Invoice } from '#shared/billing.ts';
import type { Store } from '#shared/business.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';
import type { Pricing, Statistics } from '#shared/statistics.ts';

let server: TestServer;
let staff: Client;
let partners: { id: number; uid: string; client: Client }[];
let statistics: Statistics;
let pricing: Pricing;
let promotions: Promotion[];
let clicks: Map<number, PromotionClicks>;
let raw: Raw;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  const { db } = server.deps;
  await settleWithHeldClicks();
  await followRunning();
  staff = await createStaff(server, 'admin');
  statistics = (await visitor(server).get('/statistics?public=true').expect(200)).body.statistics;
  pricing = (await visitor(server).get('/pricing?public=true').expect(200)).body.pricing;
  const rows = await db.partner.findMany({ select: { id: true, uid: true } });
  partners = await Promise.all(
    rows.map(async ({ id, uid }) => ({
      id,
      uid,
      client: as(server, await sessionHeaders(server.deps, { role: 'partner', id, uid })),
    })),
  );
  promotions = await allOf<Promotion>(staff, '/promotions', 'promotions');
  const sent = promotions.filter(({ sent_at }) => sent_at);
  clicks = new Map();
  for (const { id } of sent) clicks.set(id, (await staff.get(`/promotions/${id}/clicks`).expect(200)).body);
  raw = await readRaw();
}, 240_000);
afterAll(() => server.close());

const CROWD = 13;

/**
 * The demo has no held clicks, so a crowd of unknown readers on one network clicks a running promotion, which is then
 * settled.
 */
async function settleWithHeldClicks() {
  const { pool, now } = server.deps;
  const [running] = (await rowsOf<{ id: number; newsletter_id: number; sent_at: Date; store: Store }>(`
    select id, newsletter_id, sent_at, (select min(s) from jsonb_object_keys(reviewed_store_urls) s) as store
    from promotions where sent_at is not null and settled_at is null order by id limit 1`)) as [
    { id: number; newsletter_id: number; sent_at: Date; store: Store },
  ];
  const crowd = await rowsOf<{ id: number }>(`
    insert into readers (email, status, confirmed_at)
    select 'crowd-' || n || '@gmail.com', 'active', timestamptz '2026-11-20T00:00:00Z' - n * interval '9 days' from generate_series(1, ${CROWD}) n
    returning id`);
  await storeClicks(
    pool,
    crowd.map(({ id }, index) => ({
      promotion_id: running.id,
      newsletter_id: running.newsletter_id,
      reader_id: id,
      store: running.store,
      clicked_at: new Date(running.sent_at.getTime() + index * 60_000),
      ip_hash: Buffer.from('one network'),
      subnet_hash: null,
      site_hash: null,
      ua_class: 'person' as const,
      channel: null,
    })),
  );
  await pool.query('update promotions set click_window_ends_at = $2 where id = $1', [running.id, now()]);
  await settleDuePromotions(server.deps);
}

/** Reads the follows by active readers. */
const readActiveFollows = () =>
  rowsOf<{ reader_id: number; author_id: number; page: string | null; at: number }>(`
    select reader_id, author_id, page, (extract(epoch from created_at) * 1000)::float as at from reader_list_items
    where author_id is not null and reader_id in (select id from readers where status = 'active')`);

/**
 * Makes three readers follow a running promotion's author: one who got its newsletter, one on its book's page, and one
 * for another reason.
 */
async function followRunning() {
  const [running] = (await rowsOf<{ newsletter_id: number; book_id: number; author_id: number; slug: string }>(`
    select p.newsletter_id, b.id as book_id, b.author_id, b.slug from promotions p join books b on b.id = p.book_id
    where p.sent_at is not null and p.settled_at is null and b.author_id is not null order by p.id desc limit 1`)) as [
    { newsletter_id: number; book_id: number; author_id: number; slug: string },
  ];
  const readers = await rowsOf<{ id: number; uuid: string }>(`
    select id, uuid from readers where status = 'active' and id not in (select reader_id from reader_list_items where author_id = ${running.author_id})
    order by id limit 3`);
  await server.deps.pool.query(
    "insert into deliveries (newsletter_id, reader_id, state) values ($1, $2, 'accepted') on conflict (newsletter_id, reader_id) do update set state = 'accepted'",
    [running.newsletter_id, readers[0]!.id],
  );
  const page = `/books/${running.book_id}/${running.slug}`;
  for (const [n, { uuid }] of readers.entries())
    await visitor(server)
      .post(`/readers/${uuid}/list`)
      .send({ kind: 'author', id: running.author_id, ...(n === 1 && { page }) })
      .expect(200);
}

async function allOf<Row>(client: Client, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  const query = path.includes('?') ? '&' : '?';
  for (let page = 1; ; page++) {
    const { body } = await client.get(`${path}${query}per=100&page=${page}`).expect(200);
    rows.push(...body[name]);
    if (rows.length >= body.meta.total_count) return rows;
  }
}

const rowsOf = async <Row>(text: string): Promise<Row[]> => (await server.deps.pool.query(text)).rows as Row[];

type RawClick = {
  promotion_id: number;
  source: 'newsletter' | 'site';
  store: string;
  at: number;
  billable: boolean | null;
  invalid_reason: string | null;
};
type RawPromotion = {
  id: number;
  partner_id: number;
  category_id: number;
  price_type: 'free' | 'discounted';
  date: string;
  newsletter_id: number;
  is_sent: boolean;
  is_settled: boolean;
  cpc_cents: number;
  max_cost_cents: number;
  addon_cents: number;
  code: { kind: string; value: number; min_cost_cents: number | null } | null;
};
type Raw = Awaited<ReturnType<typeof readRaw>>;

/** Reads only source tables, not derived ones. */
async function readRaw() {
  const [allClicks, booked, audiences] = await Promise.all([
    rowsOf<RawClick>(`
      select promotion_id, source, store, (extract(epoch from clicked_at) * 1000)::float as at, billable, invalid_reason
      from click_logs where promotion_id is not null`),
    rowsOf<RawPromotion>(`
      select id, partner_id, category_id, price_type, coalesce(promotion_date, requested_date)::text as date, newsletter_id,
        sent_at is not null as is_sent, settled_at is not null as is_settled, cpc_cents, max_cost_cents,
        (select coalesce(sum(price_cents), 0)::int from promotion_addons where promotion_id = p.id and state <> 'released') as addon_cents,
        (select to_json(u) from discount_uses u where u.promotion_id = p.id) as code
      from promotions p`),
    rowsOf<{ newsletter_id: number; category_id: number; date: string } & Record<string, number>>(`
      select a.*, newsletter_date::text as date from counted_audiences a join newsletters n on n.id = newsletter_id
      union all
      -- The demo's weekly newsletters have no counts by category.
      select id, 0, 0, 0, 0, delivered_count, newsletter_date::text from newsletters where kind = 'weekly' and sent_at is not null`),
  ]);
  const clicksOf = Map.groupBy(allClicks, ({ promotion_id }) => promotion_id);
  const settled = booked.filter(({ is_settled }) => is_settled);
  const billableOf = (id: number) => (clicksOf.get(id) ?? []).filter(({ billable }) => billable).length;
  return {
    clicks: allClicks,
    promotions: booked,
    settled,
    audiences,
    billableOf,
    latest: Math.max(...audiences.filter(({ readers }) => readers).map(({ newsletter_id }) => newsletter_id)),
    fromNewsletter: (id: number) => (clicksOf.get(id) ?? []).filter(({ source }) => source === 'newsletter'),
    onSite: (id: number) => (clicksOf.get(id) ?? []).filter(({ source }) => source === 'site').length,
    deliveredOf: new Map(
      audiences.filter(({ category_id }) => category_id === 0).map((row) => [row.newsletter_id, row.delivered!]),
    ),
  };
}

type Difference = { name: string; shown: unknown; counted: unknown };
const differ = (name: string, shown: unknown, counted: unknown): Difference[] =>
  JSON.stringify(shown) === JSON.stringify(counted) ? [] : [{ name, shown, counted }];

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length < 5
    ? null
    : Math.round(sorted.length % 2 ? sorted[middle - 0.5]! : (sorted[middle - 1]! + sorted[middle]!) / 2);
};
/** Interpolates like Postgres's `percentile_cont`. */
const quantile = (numbers: readonly number[], share: number) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (at - Math.floor(at)) * (sorted[Math.ceil(at)]! - low);
};

const ACTIVE = `status = 'active' and confirmed_at is not null
  and (last_bounce_at is null or last_bounce_at < timestamptz '2026-12-01T15:00:00Z' - interval '90 days')`;
const activeReaders = async (category_id: number) => {
  const stored = await rowsOf<{ id: number }>(
    category_id
      ? `select id from readers join reader_categories on reader_id = id where ${ACTIVE} and category_id = ${category_id}`
      : `select id from readers where ${ACTIVE}`,
  );
  const counted = raw.audiences.find((row) => row.newsletter_id === raw.latest && row.category_id === category_id);
  return stored.length + (counted?.readers ?? 0);
};

const PRICES = ['free', 'discounted'] as const;
const settledIn = (category_id: number, price: 'free' | 'discounted') =>
  raw.settled.filter((promotion) => promotion.category_id === category_id && promotion.price_type === price);
const subtotalOf = ({ id, cpc_cents, addon_cents, max_cost_cents }: RawPromotion) =>
  Math.min(max_cost_cents, raw.billableOf(id) * cpc_cents + addon_cents);
const byId = (a: (number | null)[], b: (number | null)[]) => a[0]! - b[0]!;
const perCategory = async (
  compare: (category: Statistics['categories'][number]) => Promise<Difference[]> | Difference[],
) => (await Promise.all(statistics.categories.map(compare))).flat();

function afterDiscount(cents: number, code: RawPromotion['code']) {
  if (!code || cents < (code.min_cost_cents ?? 0)) return cents;
  return code.kind === 'percent'
    ? cents - Math.floor((cents * code.value + 50) / 100)
    : Math.max(0, cents - code.value);
}
const waiveSmallAmounts = (cents: number) => (cents < 50 ? 0 : cents);
/** Highest cost of any number of clicks up to `clicks`. */
const highestCost = ({ cpc_cents, addon_cents, max_cost_cents, code }: RawPromotion, clicks: number) =>
  Math.max(
    ...Array.from({ length: clicks + 1 }, (_, count) =>
      waiveSmallAmounts(afterDiscount(Math.min(max_cost_cents, count * cpc_cents + addon_cents), code)),
    ),
  );
const shownOf = (id: number) => promotions.find((promotion) => promotion.id === id)!;
const perSentPromotion = (compare: (promotion: RawPromotion, shown: PromotionClicks) => Difference[]) =>
  raw.promotions.filter(({ is_sent }) => is_sent).flatMap((promotion) => compare(promotion, clicks.get(promotion.id)!));

/** The figures of docs/numbers.md by name; each returns its differences. */
const RECOUNTS: Record<string, () => Promise<Difference[]> | Difference[]> = {
  'active readers': async () => differ('total', statistics.totals.active_readers, await activeReaders(0)),
  'newsletters sent': async () =>
    differ(
      'total',
      statistics.totals.newsletters_sent,
      (await rowsOf('select id from newsletters where sent_at is not null')).length,
    ),
  'emails delivered': () => differ('total', statistics.totals.mails_delivered, sumOf([...raw.deliveredOf.values()])),
  'promotions run': () =>
    differ('total', statistics.totals.promotions_sent, raw.promotions.filter(({ is_sent }) => is_sent).length),
  'billable clicks': () =>
    differ('total', statistics.totals.billable_clicks, sumOf(raw.settled.map(({ id }) => raw.billableOf(id)))),
  'active readers of a category': () =>
    perCategory(async ({ category_id, active_readers }) => [
      ...differ(`statistics ${category_id}`, active_readers, await activeReaders(category_id)),
      ...differ(
        `pricing ${category_id}`,
        pricing.categories.find((row) => row.category_id === category_id)!.active_readers,
        active_readers,
      ),
    ]),
  'usual clicks': () =>
    perCategory((category) =>
      PRICES.flatMap((price) =>
        differ(
          `${category.slug} ${price}`,
          category[price].median_clicks,
          median(settledIn(category.category_id, price).map(({ id }) => raw.billableOf(id))),
        ),
      ),
    ),
  'low and high clicks': () =>
    perCategory((category) =>
      PRICES.flatMap((price) => {
        const clicks = settledIn(category.category_id, price).map(({ id }) => raw.billableOf(id));
        const { low_clicks, high_clicks } = category[price];
        const quartile = (share: number) => (clicks.length < 5 ? null : Math.round(quantile(clicks, share)));
        return differ(`${category.slug} ${price}`, [low_clicks, high_clicks], [quartile(0.25), quartile(0.75)]);
      }),
    ),
  'promotions counted': () =>
    perCategory((category) =>
      PRICES.flatMap((price) =>
        differ(`${category.slug} ${price}`, category[price].sample_size, settledIn(category.category_id, price).length),
      ),
    ),
  'typical cost': () =>
    pricing.categories.flatMap((category) =>
      PRICES.flatMap((price) =>
        differ(
          `${category.slug} ${price}`,
          category[price].typical_cost_cents,
          median(settledIn(category.category_id, price).map(subtotalOf)),
        ),
      ),
    ),
  months: async () => {
    const readers = await rowsOf<{ at: Date }>('select confirmed_at as at from readers where confirmed_at is not null');
    const monthOf = (at: Date | number) => vancouverTime(new Date(at)).date.slice(0, 7);
    return statistics.months.flatMap(({ month, ...shown }) => {
      const editions = raw.audiences.filter((row) => row.category_id === 0 && row.date.startsWith(month));
      const run = raw.promotions.filter(({ is_sent, date }) => is_sent && date.startsWith(month));
      return differ(month, shown, {
        new_readers:
          readers.filter(({ at }) => monthOf(at) === month).length + sumOf(editions.map(({ joined }) => joined!)),
        mails_delivered: sumOf(editions.map(({ delivered }) => delivered!)),
        promotions_sent: run.length,
        billable_clicks: sumOf(run.filter(({ is_settled }) => is_settled).map(({ id }) => raw.billableOf(id))),
        clicks: raw.clicks.filter(({ at }) => monthOf(at) === month).length,
      });
    });
  },
  'free slots': async () => {
    const occupied = await rowsOf<{ date: string; category_id: number }>(`
      select promotion_date::text as date, category_id from promotions
      where approval_status = 'approved' and cancelled_at is null and unable_to_send_at is null`);
    return perCategory(async ({ category_id }) => {
      const { daily_slots } = pricing.categories.find((row) => row.category_id === category_id)!;
      const { body } = await visitor(server)
        .get(`/newsletter_promotion_counts?category_id=${category_id}&public=true&per=14`)
        .expect(200);
      return body.newsletter_promotion_counts.flatMap((day: { newsletter_date: string; places_left: number }) =>
        differ(
          `${category_id} on ${day.newsletter_date}`,
          day.places_left,
          daily_slots -
            occupied.filter((slot) => slot.date === day.newsletter_date && slot.category_id === category_id).length,
        ),
      );
    });
  },
  'slots a day': async () =>
    differ(
      'all',
      sumOf(pricing.categories.map(({ daily_slots }) => daily_slots)),
      sumOf((await rowsOf<{ slots: number }>('select daily_slots as slots from categories')).map(({ slots }) => slots)),
    ),
  'books listed': async () => {
    const books = await rowsOf<{ category_id: number; secondary_category_id: number | null }>(
      `select category_id, secondary_category_id from books where status = 'active'`,
    );
    const all = (await visitor(server).get('/books?public=true').expect(200)).body.meta.total_count;
    return [
      ...differ('all', all, books.length),
      ...(await perCategory(async ({ category_id }) =>
        differ(
          `category ${category_id}`,
          (
            await visitor(server).get(`/books?public=true&category_id=${category_id}`).expect(200)
          ).body.meta.total_count,
          books.filter((book) => [book.category_id, book.secondary_category_id].includes(category_id)).length,
        ),
      )),
    ];
  },
  'reviews of a site': async () => {
    const reviews = await rowsOf<{ promotion_site_id: number; rating: number }>(
      'select promotion_site_id, rating from promotion_site_reviews',
    );
    type Site = { id: number; reviews_count: number; average_rating: number | null };
    const sites = await allOf<Site>(visitor(server), '/promotion_sites', 'promotion_sites');
    return sites.flatMap(({ id, reviews_count, average_rating }) => {
      const ratings = reviews.filter((review) => review.promotion_site_id === id).map(({ rating }) => rating);
      const average = ratings.length ? Math.round((10 * sumOf(ratings)) / ratings.length) / 10 : null;
      return [
        ...differ(`site ${id}`, reviews_count, ratings.length),
        ...differ(`site ${id} average`, average_rating === null ? null : Math.round(average_rating * 10) / 10, average),
      ];
    });
  },
  'cost, copies, and votes of a review of a site': async () => {
    type Review = { id: number } & Record<
      'cost_cents' | 'copies' | 'helpful_count' | 'not_helpful_count',
      number | null
    >;
    const shown = await allOf<Review>(visitor(server), '/promotion_site_reviews', 'promotion_site_reviews');
    const stored = await rowsOf<Review>(
      'select id, cost_cents, copies from promotion_site_reviews where hidden_at is null',
    );
    const votes = await rowsOf<{ id: number; helpful: boolean }>(
      'select promotion_site_review_id as id, helpful from partner_votes',
    );
    const count = (id: number, helpful: boolean) =>
      votes.filter((vote) => vote.id === id && vote.helpful === helpful).length;
    return differ(
      'all',
      shown.map((row) => [row.id, row.cost_cents, row.copies, row.helpful_count, row.not_helpful_count]).sort(byId),
      stored
        .map(({ id, cost_cents, copies }) => [id, cost_cents, copies, count(id, true), count(id, false)])
        .sort(byId),
    );
  },
  'number of sites': async () => {
    const { meta } = (await visitor(server).get('/promotion_sites').expect(200)).body;
    return differ('all', meta.total_count, (await rowsOf('select id from promotion_sites')).length);
  },
  'books of an author': async () => {
    type Author = { id: number; books_count: number };
    const shown = await allOf<Author>(visitor(server), '/authors?public=true', 'authors');
    const books = await rowsOf<{ author_id: number }>("select author_id from books where status = 'active'");
    return shown.flatMap(({ id, books_count }) =>
      differ(`author ${id}`, books_count, books.filter(({ author_id }) => author_id === id).length),
    );
  },
  'rating of a book': async () => {
    type Rated = { id: number; rating_avg: number | null; rating_count: number | null };
    const shown = await allOf<Rated>(visitor(server), '/books', 'books');
    const stored = await rowsOf<Rated>(
      "select id, rating_avg::float8, rating_count from books where status = 'active'",
    );
    const facts = (rows: Rated[]) => rows.map((row) => [row.id, row.rating_avg, row.rating_count]).sort(byId);
    return differ('all', facts(shown), facts(stored));
  },
  'clicks by hour and store': () =>
    perSentPromotion(({ id }, shown) => {
      const from = Date.parse(shown.window!.from);
      const { rows, stores, later } = clickHours(shown);
      const hourOf = (at: number) => Math.floor(at / 3_600_000);
      const clicks = raw.fromNewsletter(id);
      return [
        ...rows.flatMap(({ hour, counts }) =>
          differ(
            `${id} at ${hour}`,
            counts,
            stores.map(
              (store) =>
                clicks.filter((click) => click.store === store && hourOf(click.at) === hourOf(Date.parse(hour))).length,
            ),
          ),
        ),
        ...differ(`${id} in all`, (rows.at(-1)?.cumulative ?? 0) + later, clicks.length),
        ...differ(`${id} begins`, hourOf(Date.parse(rows[0]!.hour)), hourOf(from)),
      ];
    }),
  'clicks so far': () =>
    raw.promotions.flatMap(({ id, is_sent, is_settled }) =>
      differ(String(id), shownOf(id).clicks_so_far, is_sent && !is_settled ? raw.fromNewsletter(id).length : null),
    ),
  'usual clicks by hour': async () => {
    const sends = await rowsOf<{ id: number; at: number }>(
      'select id, (extract(epoch from sent_at) * 1000)::float as at from promotions where sent_at is not null',
    );
    const sentAt = new Map(sends.map(({ id, at }) => [id, at]));
    const hourOf = (at: number) => Math.floor(at / 3_600_000);
    const clicksBy = (id: number, hour: number) =>
      raw.fromNewsletter(id).filter(({ at }) => hourOf(at) - hourOf(sentAt.get(id)!) <= hour).length;
    const differences: Difference[] = [];
    for (const promotion of raw.promotions.filter(({ is_sent }) => is_sent).slice(-30)) {
      const { usual_clicks } = (await staff.get(`/promotions/${promotion.id}/usual_clicks`).expect(200)).body;
      const sample = settledIn(promotion.category_id, promotion.price_type)
        .filter(({ id, date }) => id !== promotion.id && date <= promotion.date)
        .sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
        .slice(0, 50);
      differences.push(...differ(`${promotion.id} sample`, usual_clicks.sample_size, sample.length));
      for (const hour of [0, 1, 5, 24, 72]) {
        const counted = median(sample.map(({ id }) => clicksBy(id, hour)));
        differences.push(...differ(`${promotion.id} after ${hour}`, usual_clicks.by_hour?.[hour] ?? null, counted));
      }
    }
    return differences;
  },
  'clicks, billable, not billed': () =>
    perSentPromotion(({ id, is_settled }, shown) => {
      const stored = raw.fromNewsletter(id);
      const reasons = Map.groupBy(
        stored.filter(({ invalid_reason }) => invalid_reason),
        ({ invalid_reason }) => invalid_reason!,
      );
      const excluded = Object.fromEntries(shown.excluded.map(({ reason, clicks }) => [reason, clicks]));
      return [
        ...differ(`${id} clicks`, shown.raw, stored.length),
        ...differ(`${id} billable`, shown.billable, is_settled ? raw.billableOf(id) : 0),
        ...differ(`${id} list`, shownOf(id).clicks_billable, is_settled ? raw.billableOf(id) : 0),
        ...[...reasons].flatMap(([reason, rows]) => differ(`${id} ${reason}`, excluded[reason], rows.length)),
        ...differ(`${id} reasons`, Object.keys(excluded).length, reasons.size),
      ];
    }),
  'clicks by store': () =>
    perSentPromotion(({ id, is_settled }, shown) => {
      const clicksByStore = Map.groupBy(raw.fromNewsletter(id), ({ store }) => store);
      return [
        ...differ(`${id} stores`, shown.by_store.map(({ store }) => store).sort(), [...clicksByStore.keys()].sort()),
        ...shown.by_store.flatMap(({ store, ...counts }) =>
          differ(`${id} ${store}`, counts, {
            raw: clicksByStore.get(store)?.length,
            billable: is_settled ? clicksByStore.get(store)?.filter(({ billable }) => billable).length : 0,
          }),
        ),
      ];
    }),
  'held clicks': () => {
    const held = perSentPromotion(({ id, is_settled }, shown) => {
      const counted = raw.fromNewsletter(id).filter(({ invalid_reason }) => invalid_reason === 'held').length;
      const notCounted = shown.holds.filter(({ decision }) => decision !== 'count');
      return is_settled ? differ(String(id), sumOf(notCounted.map(({ clicks }) => clicks)), counted) : [];
    });
    const seen = sumOf([...clicks.values()].flatMap(({ holds }) => holds.map((hold) => hold.clicks)));
    return [...held, ...differ('the crowd', seen, CROWD)];
  },
  'clicks on the site': () => perSentPromotion(({ id }, shown) => differ(String(id), shown.site, raw.onSite(id))),
  'emails delivered to': () =>
    perSentPromotion(({ id, newsletter_id }, shown) =>
      differ(String(id), shown.delivered, raw.deliveredOf.get(newsletter_id)),
    ),
  'clicks per 1,000 emails': () =>
    perSentPromotion(({ id, newsletter_id, is_settled }, shown) => {
      const counted = is_settled ? raw.billableOf(id) : raw.fromNewsletter(id).length;
      const rate = (1000 * counted) / raw.deliveredOf.get(newsletter_id)!;
      return differ(String(id), shown.clicks_per_thousand!.toFixed(6), rate.toFixed(6));
    }),
  'followers gained': async () => {
    const follows = await readActiveFollows();
    const books = new Map(
      (await rowsOf<{ id: number; author_id: number | null }>('select id, author_id from books')).map((row) => [
        row.id,
        row.author_id,
      ]),
    );
    const sent = await rowsOf<{ id: number; book_id: number; newsletter_id: number; sent: number }>(
      'select id, book_id, newsletter_id, (extract(epoch from sent_at) * 1000)::float as sent from promotions where sent_at is not null',
    );
    const receipts = new Set(
      (
        await rowsOf<{ key: string }>(
          "select newsletter_id || ' ' || reader_id as key from deliveries where state = 'accepted'",
        )
      ).map(({ key }) => key),
    );
    const gained = new Map<number, Set<number>>();
    for (const { reader_id, author_id, page, at } of follows) {
      const [latest] = sent
        .filter(
          ({ book_id, sent: since }) => books.get(book_id) === author_id && since <= at && at - since < 7 * 86_400_000,
        )
        .filter(
          ({ book_id, newsletter_id }) =>
            page?.startsWith(`/books/${book_id}/`) || receipts.has(`${newsletter_id} ${reader_id}`),
        )
        .sort((a, b) => b.sent - a.sent);
      if (latest) gained.set(latest.id, (gained.get(latest.id) ?? new Set()).add(reader_id));
    }
    // Includes the demo's follows and those that `followRunning` added.
    expect([...gained.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(20);
    return perSentPromotion(({ id }, shown) => differ(String(id), shown.followers, gained.get(id)?.size ?? 0));
  },
  followers: async () => {
    const follows = await readActiveFollows();
    const shown = await allOf<{ id: number; followers_count: number }>(staff, '/authors', 'authors');
    return shown.flatMap(({ id, followers_count }) => {
      const own = follows.filter(({ author_id }) => author_id === id).map(({ reader_id }) => reader_id);
      return differ(`author ${id}`, followers_count, new Set(own).size);
    });
  },
  'at most': () =>
    raw.promotions.flatMap((promotion) => {
      const { most, invoiced } = shownOf(promotion.id).money;
      const willNeverRun = ['cancelled', 'declined', 'unable to send'].includes(shownOf(promotion.id).display_status);
      return differ(
        String(promotion.id),
        most.total_cents,
        willNeverRun && !invoiced ? 0 : highestCost(promotion, 600),
      );
    }),
  'so far': () =>
    raw.promotions.flatMap((promotion) => {
      const isRunning = promotion.is_sent && !promotion.is_settled;
      const counted = isRunning ? highestCost(promotion, raw.fromNewsletter(promotion.id).length) : undefined;
      return differ(String(promotion.id), shownOf(promotion.id).money.so_far?.total_cents, counted);
    }),
  invoiced: () =>
    raw.settled.flatMap((promotion) => {
      const { subtotal_cents, credit_cents, total_cents } = shownOf(promotion.id).money.invoiced!;
      const owed = afterDiscount(subtotalOf(promotion), promotion.code);
      return [
        ...differ(`${promotion.id} cost`, subtotal_cents, subtotalOf(promotion)),
        ...differ(`${promotion.id} total`, total_cents, waiveSmallAmounts(owed - credit_cents)),
      ];
    }),
  refunded: async () => {
    const refunds = await rowsOf<{ promotion_id: number; cents: number }>(`
      select i.promotion_id, -amount_cents as cents from ledger_entries l join invoices i on i.id = l.invoice_id where l.kind = 'refund'`);
    return raw.settled.flatMap(({ id }) =>
      differ(
        String(id),
        shownOf(id).money.invoiced!.refunded_cents,
        sumOf(refunds.filter(({ promotion_id }) => promotion_id === id).map(({ cents }) => cents)),
      ),
    );
  },
  'cost of the month': async () => {
    const differences: Difference[] = [];
    for (const { id, client } of partners) {
      const invoices = await allOf<Invoice>(client, '/invoices', 'invoices');
      const paid = await rowsOf<{ cents: number }>(`
        select total_cents as cents from invoices where partner_id = ${id} and date between '2026-11-01' and '2026-11-30'
          and invoice_type in ('promotion', 'refund') and status <> 'void'`);
      differences.push(
        ...differ(`partner ${id}`, costOfMonth(invoices, '2026-11'), sumOf(paid.map(({ cents }) => cents))),
      );
    }
    return differences;
  },
  'return, cost per sale, read-through': async () => {
    const differences: Difference[] = [];
    let compared = 0;
    for (const { id: partner_id, client } of partners) {
      const own = promotions.find((one) => one.partner_id === partner_id && one.settled_at && one.invoice_id);
      if (!own) continue;
      const line = {
        book_id: own.book_id,
        store: 'amazon',
        sold_on: null,
        copies: 40,
        pages: 1000,
        royalty_cents: 1500,
      };
      const terms = { window_days: 7, baseline_per_day: null, kenp_micros: 5000 };
      const saved = await client.patch(`/promotions/${own.id}/results`).send({ ...terms, sales: [line] });
      // A blocked partner's session has ended.
      if (saved.status === 401) continue;
      compared += 1;
      const { return_ratio, cost_per_sale_cents, read_through } = saved.body.results.figures;
      const [row] = await rowsOf<{ copies: number; revenue: number; cost: number }>(`
        select sum(copies)::int as copies, (sum(royalty_cents) + sum(pages) * 0.5)::float as revenue,
          (select case when status = 'void' then 0 else total_cents + credit_cents - refunded_cents end
            from invoices where id = ${own.invoice_id}) as cost
        from promotion_sales where promotion_id = ${own.id}`);
      const { copies, revenue, cost } = row!;
      const expected = cost > 0 ? Math.round((100 * revenue) / cost) / 100 : null;
      differences.push(
        ...differ(
          String(own.id),
          [return_ratio, cost_per_sale_cents, read_through],
          [expected, Math.round(cost / copies), null],
        ),
      );
      const { result_summaries } = (await client.get(`/promotion_results?promotion_ids=${own.id}`).expect(200)).body;
      differences.push(...differ(`${own.id} in the list`, result_summaries[0].return_ratio, expected));
    }
    expect(compared).toBeGreaterThan(2);
    return differences;
  },
  'rank among similar promotions': async () => {
    const rateOf = ({ id, newsletter_id }: RawPromotion) =>
      (1000 * raw.billableOf(id)) / raw.deliveredOf.get(newsletter_id)!;
    const differences: Difference[] = [];
    for (const promotion of raw.settled.slice(-60)) {
      const { own } = (await staff.get(`/promotions/${promotion.id}/last-promotion-percentile`).expect(200)).body;
      const yearBefore = Date.parse(promotion.date) - 365 * 86_400_000;
      const others = settledIn(promotion.category_id, promotion.price_type).filter(
        (other) => other.id !== promotion.id && other.date <= promotion.date && Date.parse(other.date) >= yearBefore,
      );
      const below = others.filter((other) => rateOf(other) < rateOf(promotion)).length;
      differences.push(...differ(`${promotion.id}`, [own.below, own.sample_size], [below, others.length]));
    }
    return differences;
  },
  estimate: async () => {
    const [{ client } = { client: staff }] = partners;
    return perCategory(async ({ category_id }) => {
      const differences: Difference[] = [];
      for (const price of PRICES) {
        const { estimate } = (
          await client.get(`/promotions/estimate?category_id=${category_id}&price_type=${price}`).expect(200)
        ).body;
        const results = settledIn(category_id, price).map(({ id }) => raw.billableOf(id));
        const cents = pricing.categories.find((row) => row.category_id === category_id)![price].cpc_cents;
        const costs = (clicks: number[]) => clicks.map((count) => Math.min(6000, count * cents));
        const shown = [estimate.typical_low_clicks, estimate.typical_high_clicks];
        differences.push(
          ...differ(`${category_id} ${price} sample`, estimate.sample_size, results.length),
          ...differ(
            `${category_id} ${price} cost`,
            [estimate.typical_low_cents, estimate.typical_high_cents],
            costs(shown),
          ),
        );
        if (results.length < 5) continue;
        const typical = [0.25, 0.75].map((share) => Math.round(quantile(results, share)));
        differences.push(...differ(`${category_id} ${price}`, shown, typical));
      }
      return differences;
    });
  },
  "readers of a category's deals": async () => {
    const [{ client } = { client: staff }] = partners;
    return perCategory(async ({ category_id, active_readers }) => {
      const freeOnly = await rowsOf(
        `select id from readers join reader_categories on reader_id = id where ${ACTIVE} and free_only and category_id = ${category_id}`,
      );
      const audience = raw.audiences.find((row) => row.newsletter_id === raw.latest && row.category_id === category_id);
      const counted = {
        free: active_readers,
        discounted: active_readers - freeOnly.length - (audience?.free_only ?? 0),
      };
      const differences: Difference[] = [];
      for (const price of PRICES) {
        const { body } = await client.get(`/promotions/estimate?category_id=${category_id}&price_type=${price}`);
        differences.push(...differ(`${category_id} ${price}`, body.estimate.readers, counted[price]));
      }
      return differences;
    });
  },
  'expected clicks of a date': async () => {
    const today = '2026-12-01';
    const lastYear = raw.settled.filter(
      ({ date }) => date <= today && Date.parse(date) >= Date.parse(today) - 365 * 86_400_000,
    );
    const plainMedian = (numbers: readonly number[]) => quantile(numbers, 0.5);
    const medians = new Map(
      [...Map.groupBy(lastYear, ({ category_id, price_type }) => `${category_id} ${price_type}`)]
        .filter(([, group]) => group.length >= 5)
        .map(([key, group]) => [key, plainMedian(group.map(({ id }) => raw.billableOf(id)))]),
    );
    const weekdayOf = (date: string) => new Date(date).getUTCDay();
    const ratios = Map.groupBy(
      lastYear.flatMap(({ id, category_id, price_type, date }) => {
        const usual = medians.get(`${category_id} ${price_type}`);
        return usual ? [{ weekday: weekdayOf(date), ratio: raw.billableOf(id) / usual }] : [];
      }),
      ({ weekday }) => weekday,
    );
    const factorOn = (date: string) => {
      const sample = ratios.get(weekdayOf(date)) ?? [];
      return sample.length < 5 ? 1 : plainMedian(sample.map(({ ratio }) => ratio));
    };
    return perCategory(async ({ category_id }) => {
      const differences: Difference[] = [];
      for (const price of PRICES) {
        const path = `/promotions/date_forecast?category_id=${category_id}&price_type=${price}`;
        const { date_forecast } = (await staff.get(path).expect(200)).body;
        const usual = medians.get(`${category_id} ${price}`);
        for (const { date, expected_clicks } of date_forecast.dates) {
          const counted = usual === undefined ? null : Math.round(usual * factorOn(date));
          differences.push(...differ(`${category_id} ${price} ${date}`, expected_clicks, counted));
        }
      }
      return differences;
    });
  },
  credit: async () => {
    const differences: Difference[] = [];
    for (const { id, client } of partners) {
      const { data } = (await client.get('/partner-auth/validate_token').expect(200)).body;
      const [{ cents }] = (await rowsOf<{ cents: number }>(`
        select ((select coalesce(sum(amount_cents - clawed_back_cents), 0) from referral_entries where partner_id = ${id} and state = 'available')
          - (select coalesce(sum(credit_cents), 0) from invoices where partner_id = ${id} and status <> 'void'))::int as cents`)) as [
        { cents: number },
      ];
      differences.push(...differ(`partner ${id}`, data.credit_cents, cents));
    }
    return differences;
  },
  rewards: async () => {
    const differences: Difference[] = [];
    for (const { id, client } of partners) {
      const { totals } = (await client.get('/referrals').expect(200)).body;
      const entries = await rowsOf<{ state: string; cents: number }>(
        `select state, amount_cents - clawed_back_cents as cents from referral_entries where partner_id = ${id} and kind = 'reward'`,
      );
      for (const state of ['pending', 'held', 'available', 'cashed_out']) {
        const counted = sumOf(entries.filter((entry) => entry.state === state).map(({ cents }) => cents));
        differences.push(...differ(`partner ${id} ${state}`, totals[`${state}_cents`], counted));
      }
      const [clawback] = (await rowsOf<{ taken: number; owed: number }>(`
        select coalesce(sum(clawed_back_cents), 0)::int as taken, coalesce(sum(owed_cents), 0)::int as owed
        from referral_entries where partner_id = ${id} and kind = 'reward'`)) as [{ taken: number; owed: number }];
      differences.push(
        ...differ(
          `partner ${id} clawback`,
          [totals.clawed_back_cents, totals.owed_cents],
          [clawback.taken, clawback.owed],
        ),
      );
    }
    return differences;
  },
  'visitors and sign-ups': async () => {
    const differences: Difference[] = [];
    for (const { id, client } of partners) {
      const { program } = (await client.get('/referrals').expect(200)).body;
      const visits = await rowsOf<{ visits: number }>(`select visits from referral_visits where partner_id = ${id}`);
      const referred = await rowsOf(`select id from partners where referrer_id = ${id}`);
      const counted = [sumOf(visits.map((row) => row.visits)), referred.length];
      differences.push(...differ(`partner ${id}`, [program.visits, program.sign_ups], counted));
    }
    return differences;
  },
};

it('recounts every figure of docs/numbers.md, and no others', () => {
  const text = readFileSync(new URL('../docs/numbers.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| (?!figure)([^|-][^|]*?) \|/gm)].map(([, figure]) => figure);
  expect(Object.keys(RECOUNTS)).toEqual(listed);
});

describe('a recount from raw rows finds no difference:', () => {
  it.each(Object.entries(RECOUNTS))(
    '%s',
    async (_, recount) => {
      expect(await recount()).toEqual([]);
    },
    120_000,
  );
});
