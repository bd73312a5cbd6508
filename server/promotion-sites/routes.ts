import type { Response } from 'express';
import { implement } from '#server/api/implement.ts';
import { memoizeList } from '#server/api/memoized-lists.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import type { HelpfulVote, PromotionSiteListQuery } from '#shared/promotion-sites.ts';
import { checkSite } from './check-site.ts';
import { presentReview, presentSite, presentSiteToCheck } from './presenter.ts';
import { allSites, lastChecks, listReviews, listSites, reviewById, type SiteViewer, siteById } from './queries.ts';
import { createReview, updateReview, vote } from './reviews.ts';
import { dueFirst } from './rules.ts';

const DEFAULT_JOINS = ['promotion_site'] as const;

type SiteList = { query: PromotionSiteListQuery; date: string };

export function promotionSiteRoutes(deps: Pick<Deps, 'db' | 'pool' | 'now'>) {
  const today = () => vancouverTime(deps.now()).date;
  const buildList = async (tx: Tx, { query, date }: SiteList) => {
    const { rows, total } = await listSites(tx, query);
    return { promotion_sites: rows.map((row) => presentSite(row, date)), meta: metaOf(query, total) };
  };
  const memo = { tables: ['promotion_sites', 'promotion_site_reviews'] as const, key: JSON.stringify };
  const memoizedList = memoizeList(deps, memo, buildList);
  const reviewResponse = async (viewer: SiteViewer, id: number, joins: readonly string[] = []) => {
    const review = await reviewById(deps.db, id, viewer);
    if (!review) throw notFound();
    return { promotion_site_review: presentReview(review, { viewer, joins }) };
  };
  /** Responds with 201 to a new or changed vote, and with 200 to a repeated one. */
  const voteHandler =
    (helpful: boolean) =>
    async ({ actor, body, res }: { actor: SiteViewer & object; body: HelpfulVote; res: Response }) => {
      const review_id = body.promotion_site_review_id;
      const hasChanged = await vote(deps, { review_id, partner_id: actor.id, helpful });
      res.status(hasChanged ? 201 : 200);
      return reviewResponse(actor, review_id);
    };

  return implement(promotionSitesApi, {
    list: ({ query }) => {
      const list = { query, date: today() };
      // Searches aren't memoized: they would evict the lists that many people open.
      const isSearch = query.q || query.genre || query.price_max !== undefined;
      return isSearch ? buildList(deps.db, list) : memoizedList(list);
    },
    show: async ({ id }) => {
      const site = await siteById(deps.db, id);
      if (!site) throw notFound();
      return { promotion_site: presentSite(site, today()) };
    },
    listChecks: async () => {
      const [sites, checks] = await Promise.all([allSites(deps.db), lastChecks(deps.db)]);
      const rows = sites.map((site) =>
        presentSiteToCheck(
          site,
          checks.find(({ site_id }) => site_id === site.id),
          today(),
        ),
      );
      return { promotion_sites: rows.toSorted(dueFirst) };
    },
    check: async ({ id, actor, body }) => {
      await checkSite(deps, { id, user_id: actor.id, input: body });
      const [site, checks] = await Promise.all([siteById(deps.db, id), lastChecks(deps.db)]);
      if (!site) throw notFound();
      return {
        promotion_site: presentSiteToCheck(
          site,
          checks.find(({ site_id }) => site_id === id),
          today(),
        ),
      };
    },
    listReviews: async ({ query, actor }) => {
      const viewer = query.public ? null : actor;
      const { rows, total } = await listReviews(deps.db, query, viewer);
      return {
        promotion_site_reviews: rows.map((row) => presentReview(row, { viewer, joins: query.joins })),
        meta: metaOf(query, total),
      };
    },
    createReview: async ({ actor, body }) => {
      const { id } = await createReview(deps, actor.id, body);
      return reviewResponse(actor, id, DEFAULT_JOINS);
    },
    updateReview: async ({ id, actor, query: { joins }, body }) => {
      await updateReview(deps, { id, partner_id: actor.id }, body);
      return reviewResponse(actor, id, joins.length ? joins : DEFAULT_JOINS);
    },
    voteHelpful: voteHandler(true),
    voteNotHelpful: voteHandler(false),
  });
}
