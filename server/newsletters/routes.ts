import { Router } from 'express';
import { requireSession, requireUser, sessionOf } from '#server/auth/guards.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { presentPromotion } from '#server/promotions/presenter.ts';
import { promotionsOn } from '#server/promotions/queries.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { addDays } from '#shared/dates.ts';
import {
  NewsletterListQuery,
  NewsletterPatch,
  NewsletterPromotionCountQuery,
  NewsletterQuery,
} from '#shared/newsletters.ts';
import { listQuery } from '#shared/params.ts';
import { presentNewsletter, presentPromotionCount } from './presenter.ts';
import { listNewsletters, newsletterById, promotionCountsBetween } from './queries.ts';
import { changeNewsletter } from './service.ts';

const SHOWN = ['book', 'category', 'partner'];

export function newsletterRoutes(deps: Deps): Router {
  const router = Router();
  router.use(requireUser);
  router.get('/', async (req, res) => {
    const query = NewsletterListQuery.parse(req.query);
    const { rows, counts, total } = await listNewsletters(deps.db, query);
    res.json({ newsletters: rows.map((row) => presentNewsletter(row, counts)), meta: metaOf(query, total) });
  });
  const answer = async (id: number, joins: readonly string[]) => {
    const found = await newsletterById(deps.db, id);
    if (!found) throw missing();
    if (!joins.includes('promotions')) return { newsletter: presentNewsletter(found.row, found.counts) };
    const promotions = await promotionsOn(deps.db, found.row.newsletter_date, SHOWN);
    const promotion_today = promotionToday(deps.now());
    const presented = promotions.map((row) => presentPromotion(row, { role: 'user', promotion_today, joins: SHOWN }));
    return { newsletter: presentNewsletter(found.row, found.counts, presented) };
  };
  router.get('/:id', async (req, res) => {
    res.json(await answer(idOf(req), NewsletterQuery.parse(req.query).joins));
  });
  router.patch('/:id', async (req, res) => {
    const id = idOf(req);
    await changeNewsletter(deps, { id, by: sessionOf(res), patch: NewsletterPatch.parse(bodyOf(req)) });
    res.json(await answer(id, ['promotions']));
  });
  return router;
}

const DAYS_SHOWN = 60;
const Paging = listQuery(['newsletter_date'], {});

/** The next 60 days of a category, zeros included: what the partner's calendar shows. */
export function newsletterPromotionCountRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const { category_id, date_from, date_to, ...paging } = NewsletterPromotionCountQuery.parse(req.query);
    const { page } = Paging.parse({ ...paging, per: undefined });
    const from = date_from ?? promotionToday(deps.now());
    const to = date_to ?? addDays(from, DAYS_SHOWN - 1);
    const rows = await promotionCountsBetween(deps.db, {
      category_id: category_id ?? null,
      from,
      to,
      top: TOP_OF_NEWSLETTER,
    });
    const per = Number(paging.per ?? rows.length) || rows.length;
    const shown = rows.slice((page - 1) * per, page * per);
    res.json({
      newsletter_promotion_counts: shown.map(presentPromotionCount),
      meta: metaOf({ page, per }, rows.length),
    });
  });
  return router;
}
