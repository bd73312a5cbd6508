/** Queries of the directory and its reviews. Facts that aren't shown can't be searched either. */
import { Prisma, type PromotionSite, type PromotionSiteReview } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { likePattern, pageOf } from '#server/platform/http/lists.ts';
import type { PromotionSiteListQuery, PromotionSiteReviewListQuery } from '#shared/promotion-sites.ts';
import { BUDGETS } from '#shared/site-facts.ts';

/** The rules of rules.ts in SQL, for a row, a price, and a text. */
const UNSOURCED = Prisma.sql`'memory|unverified|unsourced'`;
const isSourced = Prisma.sql`(s.sources <> '' and s.fact_basis ~* 'sourced' and s.fact_basis !~* ${UNSOURCED})`;
const isPriceShown = Prisma.sql`(${isSourced} and s.price_model !~* ${UNSOURCED})`;
const shownPrice = Prisma.sql`(case when ${isPriceShown} then s.price_min_usd end)`;
const shown = (column: Prisma.Sql) =>
  Prisma.sql`(case when ${isSourced} and ${column} !~* ${UNSOURCED} then ${column} else '' end)`;
const shownKind = shown(Prisma.sql`s.kind`);
const shownGenres = shown(Prisma.sql`s.genres`);

/** costPerThousand of shared/site-facts.ts in SQL. */
const costPerThousand = Prisma.sql`
  (case when ${isPriceShown} and ${shown(Prisma.sql`s.audience_claim`)} <> ''
    then round((coalesce(s.price_max_usd, s.price_min_usd) * 1000 / s.audience_size)::numeric, 2) end)`;

export type SiteRow = PromotionSite & { average_rating: number | null; reviews_count: number };

/** Selects sites with the average and number of their visible reviews. */
const sitesWithReviews = Prisma.sql`
  select s.*, r.average_rating, coalesce(r.reviews_count, 0) as reviews_count
  from promotion_sites s left join (
    select promotion_site_id, round(avg(rating), 1)::float8 as average_rating, count(*)::int as reviews_count
    from promotion_site_reviews where hidden_at is null group by 1
  ) r on r.promotion_site_id = s.id`;

const ORDER = {
  name: Prisma.sql`lower(s.name)`,
  id: Prisma.sql`s.id`,
  average_rating: Prisma.sql`r.average_rating`,
  reviews_count: Prisma.sql`coalesce(r.reviews_count, 0)`,
  price_min_usd: shownPrice,
  cost_per_thousand_usd: costPerThousand,
} satisfies Record<PromotionSiteListQuery['sort_col'], Prisma.Sql>;

export async function listSites(db: Tx, query: PromotionSiteListQuery) {
  const where = matching(query);
  const { skip, take } = pageOf(query);
  const direction = query.sort_dir === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  const [rows, [count]] = await Promise.all([
    db.$queryRaw<SiteRow[]>`
      ${sitesWithReviews} where ${where}
      order by ${ORDER[query.sort_col]} ${direction} nulls last, s.id limit ${take} offset ${skip}`,
    db.$queryRaw<{ total: number }[]>`select count(*)::int as total from promotion_sites s where ${where}`,
  ]);
  return { rows, total: count!.total };
}

function matching({ q, genre, free, budget, price_max }: PromotionSiteListQuery) {
  const tier = BUDGETS.find(({ name }) => name === budget);
  const conditions = [
    q
      ? Prisma.sql`(s.name ilike ${likePattern(q)} or ${shownKind} ilike ${likePattern(q)} or ${shownGenres} ilike ${likePattern(q)})`
      : null,
    // A site for all genres matches each of them.
    genre ? Prisma.sql`(${shownGenres} ilike ${likePattern(genre)} or ${shownGenres} ~* '^(all|any)\\M')` : null,
    free === undefined ? null : free ? Prisma.sql`${shownPrice} = 0` : Prisma.sql`${shownPrice} > 0`,
    tier ? Prisma.sql`${shownPrice} between ${tier.from_usd} and ${tier.to_usd}` : null,
    price_max === undefined ? null : Prisma.sql`${shownPrice} <= ${price_max}`,
  ].filter((condition) => condition !== null);
  return conditions.length ? Prisma.join(conditions, ' and ') : Prisma.sql`true`;
}

export const siteById = async (db: Database, id: number): Promise<SiteRow | null> =>
  (await db.$queryRaw<SiteRow[]>`${sitesWithReviews} where s.id = ${id}`)[0] ?? null;

export const allSites = (db: Database) => db.$queryRaw<SiteRow[]>`${sitesWithReviews} order by s.id`;

/** `by` is the person's name, or null once the account is deleted. */
export type LastCheck = { site_id: number; at: Date; by: string | null; source: string };

/** Finds the last check of each site in the audit log. */
export const lastChecks = (db: Database | Tx) => db.$queryRaw<LastCheck[]>`
  select distinct on (e.entity_id) e.entity_id::int as site_id, e.at, u.name as by, e.after ->> 'source' as source
  from audit_events e left join users u on u.id = e.actor_id
  where e.entity = 'promotion_site' and e.action = 'check' order by e.entity_id, e.at desc, e.id desc`;

/**
 * The caller, or null to select what visitors see. Partners also see their own hidden reviews and their votes, and
 * staff see all hidden reviews.
 */
export type SiteViewer = { role: 'partner' | 'user'; id: number } | null;

export type ReviewRow = PromotionSiteReview & {
  partner: { name: string };
  promotion_site: { id: number; slug: string; name: string };
  votes: { partner_id: number; helpful: boolean }[];
};

const partnerIdOf = (viewer: SiteViewer) => (viewer?.role === 'partner' ? viewer.id : 0);

const REVIEW_INCLUDE = {
  partner: { select: { name: true } },
  promotion_site: { select: { id: true, slug: true, name: true } },
  votes: { select: { partner_id: true, helpful: true } },
} as const satisfies Prisma.PromotionSiteReviewInclude;

const whereReadable = (viewer: SiteViewer): Prisma.PromotionSiteReviewWhereInput =>
  viewer?.role === 'user' ? {} : { OR: [{ hidden_at: null }, { partner_id: partnerIdOf(viewer) }] };

export async function listReviews(db: Database, query: PromotionSiteReviewListQuery, viewer: SiteViewer) {
  const where: Prisma.PromotionSiteReviewWhereInput = {
    AND: [
      whereReadable(viewer),
      query.promotion_site_id ? { promotion_site_id: query.promotion_site_id } : {},
      query.own === undefined
        ? {}
        : query.own
          ? { partner_id: partnerIdOf(viewer) }
          : { partner_id: { not: partnerIdOf(viewer) } },
    ],
  };
  const rows =
    query.sort_col === 'helpful_count'
      ? await byHelpfulCount(db, query, where)
      : await db.promotionSiteReview.findMany({
          ...pageOf(query),
          where,
          orderBy: [{ [query.sort_col]: query.sort_dir }, { id: 'desc' }],
          include: REVIEW_INCLUDE,
          relationLoadStrategy: 'join',
        });
  return { rows, total: await db.promotionSiteReview.count({ where }) };
}

/** Prisma can't sort by a filtered count, so the ids are sorted first. */
async function byHelpfulCount(
  db: Database,
  query: PromotionSiteReviewListQuery,
  where: Prisma.PromotionSiteReviewWhereInput,
): Promise<ReviewRow[]> {
  const reviews = await db.promotionSiteReview.findMany({ where, select: { id: true } });
  const { skip, take } = pageOf(query);
  const direction = query.sort_dir === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  const ordered = await db.$queryRaw<{ id: number }[]>`
    select r.id from unnest(${reviews.map(({ id }) => id)}::int[]) as r(id)
    order by (select count(*) from partner_votes v where v.promotion_site_review_id = r.id and v.helpful) ${direction}, r.id desc
    limit ${take} offset ${skip}`;
  const rows = await db.promotionSiteReview.findMany({
    where: { id: { in: ordered.map(({ id }) => id) } },
    include: REVIEW_INCLUDE,
    relationLoadStrategy: 'join',
  });
  return ordered.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

export const reviewById = (db: Database | Tx, id: number, viewer: SiteViewer): Promise<ReviewRow | null> =>
  db.promotionSiteReview.findFirst({
    where: { id, ...whereReadable(viewer) },
    include: REVIEW_INCLUDE,
    relationLoadStrategy: 'join',
  });
