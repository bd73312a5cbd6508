import { type Response, Router } from 'express';
import { requirePartner, sessionIn, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import {
  HelpfulVote,
  PromotionSiteListQuery,
  PromotionSiteQuery,
  PromotionSiteReviewInput,
  PromotionSiteReviewListQuery,
  PromotionSiteReviewPatch,
  PromotionSiteReviewQuery,
} from '#shared/promotion-sites.ts';
import { presentReview, presentSite } from './presenter.ts';
import { type Asker, listReviews, listSites, reviewById, siteById } from './queries.ts';
import { createReview, updateReview } from './reviews.ts';
import { vote } from './votes.ts';

export function promotionSiteRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = PromotionSiteListQuery.parse(req.query);
    const { rows, total } = await listSites(deps.db, query);
    res.json({ promotion_sites: rows.map(presentSite), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    PromotionSiteQuery.parse(req.query);
    const site = await siteById(deps.db, idOf(req));
    if (!site) throw missing();
    res.json({ promotion_site: presentSite(site) });
  });
  return router;
}

const WRITTEN_JOINS = ['promotion_site'] as const;

export function promotionSiteReviewRoutes(deps: Deps): Router {
  const router = Router();
  const answer = reviewAnswer(deps);
  router.get('/', async (req, res) => {
    const query = PromotionSiteReviewListQuery.parse(req.query);
    const asker = query.public ? null : askerIn(res);
    const { rows, total } = await listReviews(deps.db, query, asker);
    res.json({
      promotion_site_reviews: rows.map((row) => presentReview(row, { asker, joins: query.joins })),
      meta: metaOf(query, total),
    });
  });
  router.post('/', requirePartner, async (req, res) => {
    const { id } = await createReview(deps, sessionOf(res).id, PromotionSiteReviewInput.parse(bodyOf(req)));
    res.status(201).json(await answer(res, id, WRITTEN_JOINS));
  });
  router.patch('/:id', requirePartner, async (req, res) => {
    const { joins } = PromotionSiteReviewQuery.parse(req.query);
    const id = idOf(req);
    const patch = PromotionSiteReviewPatch.parse(bodyOf(req));
    await updateReview(deps, { id, partner_id: sessionOf(res).id }, patch);
    res.json(await answer(res, id, joins.length ? joins : WRITTEN_JOINS));
  });
  return router;
}

/** `POST /partner_helpfuls` and `POST /partner_not_helpfuls`: 201 for a new voice, 200 for the same one again. */
export function voteRoutes(deps: Deps, { helpful }: { helpful: boolean }): Router {
  const router = Router();
  const answer = reviewAnswer(deps);
  router.post('/', requirePartner, async (req, res) => {
    const { promotion_site_review_id: review_id } = HelpfulVote.parse(bodyOf(req));
    const isNew = await vote(deps, { review_id, partner_id: sessionOf(res).id, helpful });
    res.status(isNew ? 201 : 200).json(await answer(res, review_id));
  });
  return router;
}

const reviewAnswer =
  (deps: Deps) =>
  async (res: Response, id: number, joins: readonly string[] = []) => {
    const asker = askerIn(res);
    const review = await reviewById(deps.db, id, asker);
    if (!review) throw missing();
    return { promotion_site_review: presentReview(review, { asker, joins }) };
  };

function askerIn(res: Response): Asker {
  const session = sessionIn(res);
  return session && { role: session.role, id: session.id };
}
