import { type Request, type Response, Router } from 'express';
import { byOf, requireAdmin, requireUser, sessionOf } from '#server/auth/guards.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { presentPromotion } from '#server/promotions/presenter.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { addDays } from '#shared/dates.ts';
import {
  NewsletterEnd,
  NewsletterListQuery,
  NewsletterPatch,
  NewsletterPause,
  NewsletterPreviewQuery,
  NewsletterProgressQuery,
  NewsletterPromotionCountQuery,
  NewsletterQuery,
  NewsletterRelease,
  NewsletterTest,
} from '#shared/newsletters.ts';
import type { PromotionListQuery } from '#shared/promotions.ts';
import { closeNewsletter } from './close-by-hand.ts';
import { endNewsletter } from './end.ts';
import { releaseNewsletter } from './held.ts';
import { pauseNewsletter, resumeNewsletter } from './pause.ts';
import { presentNewsletter, presentPromotionCount } from './presenter.ts';
import { previewNewsletter } from './preview.ts';
import { progressOf, streamProgress } from './progress.ts';
import { promotionsOf } from './promotions-of.ts';
import { listNewsletters, newsletterById, promotionCountsBetween } from './queries.ts';
import { changeNewsletter } from './service.ts';
import { sendTest } from './test-mail.ts';

const SHOWN: PromotionListQuery['joins'] = ['book', 'category', 'partner'];

export function newsletterRoutes(deps: Deps): Router {
  const router = Router();
  router.use(requireUser);
  router.get('/', async (req, res) => {
    const query = NewsletterListQuery.parse(req.query);
    const { rows, counts, total } = await listNewsletters(deps.db, query, promotionToday(deps.now()));
    res.json({ newsletters: rows.map((row) => presentNewsletter(row, counts)), meta: metaOf(query, total) });
  });
  const answer = async (res: Response, id: number, joins: readonly string[]) => {
    const found = await newsletterById(deps.db, id);
    if (!found) throw missing();
    if (!joins.includes('promotions')) return { newsletter: presentNewsletter(found.row, found.counts) };
    const promotions = await promotionsOf(deps, id, SHOWN);
    const promotion_today = promotionToday(deps.now());
    const shown = { by: byOf(res), promotion_today, joins: SHOWN };
    const presented = promotions.map((row) => presentPromotion(row, shown));
    return { newsletter: presentNewsletter(found.row, found.counts, presented) };
  };
  router.get('/:id', async (req, res) => {
    res.json(await answer(res, idOf(req), NewsletterQuery.parse(req.query).joins));
  });
  router.patch('/:id', async (req, res) => {
    const id = idOf(req);
    await changeNewsletter(deps, { id, by: sessionOf(res), patch: NewsletterPatch.parse(bodyOf(req)) });
    res.json(await answer(res, id, ['promotions']));
  });
  router.get('/:id/preview', async (req, res) => {
    const { format, reader, categories } = NewsletterPreviewQuery.parse(req.query);
    const audience = { reader_id: reader, category_ids: categories };
    res.json({ preview: await previewNewsletter(deps, { id: idOf(req), format, ...audience }) });
  });
  router.post('/:id/test', async (req, res) => {
    const { email, emails = [], category_ids } = NewsletterTest.parse(bodyOf(req));
    const to = [...new Set(email ? [email, ...emails] : emails)];
    await sendTest(deps, { id: idOf(req), by: sessionOf(res), emails: to, category_ids });
    res.json({ message: `The test mail is on its way to ${to.join(', ')}.` });
  });
  router.post('/:id/freeze', async (req, res) => {
    const id = idOf(req);
    await closeNewsletter(deps, { id, by: sessionOf(res) });
    res.json(await answer(res, id, ['promotions']));
  });
  router.post('/:id/pause', async (req, res) => {
    const id = idOf(req);
    const { reason = null } = NewsletterPause.parse(bodyOf(req));
    await pauseNewsletter(deps, { id, by: sessionOf(res), reason });
    res.json(await answer(res, id, []));
  });
  router.post('/:id/resume', async (req, res) => {
    const id = idOf(req);
    await resumeNewsletter(deps, { id, by: sessionOf(res) });
    res.json(await answer(res, id, []));
  });
  router.post('/:id/end', async (req, res) => {
    const id = idOf(req);
    const { reason } = NewsletterEnd.parse(bodyOf(req));
    await endNewsletter(deps, { id, by: sessionOf(res), reason });
    res.json(await answer(res, id, []));
  });
  router.post('/:id/release', requireAdmin, async (req, res) => {
    const id = idOf(req);
    await releaseNewsletter(deps, { id, by: sessionOf(res), ...NewsletterRelease.parse(bodyOf(req)) });
    res.json(await answer(res, id, []));
  });
  router.get('/:id/progress', async (req, res) => {
    const id = idOf(req);
    NewsletterProgressQuery.parse(req.query);
    const wanted = req.accepts(['application/json', 'text/event-stream']);
    if (wanted === 'text/event-stream') await streamProgress(deps, id, req, res);
    else res.json({ progress: await progressOf(deps, id) });
  });
  return router;
}

const DAYS_SHOWN = 60;

/** The next 60 days of a category, zeros included: what the partner's calendar shows. */
export function newsletterPromotionCountRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { category_id, date_from, date_to, page, per: asked, public: isPublic } = countQueryOf(req, res);
    if (isPublic && !category_id) throw invalid({ category_id: ["can't be blank"] });
    const from = date_from ?? promotionToday(deps.now());
    const to = date_to ?? addDays(from, DAYS_SHOWN - 1);
    const rows = await promotionCountsBetween(deps.db, {
      category_id: category_id ?? null,
      from,
      to,
      top: TOP_OF_NEWSLETTER,
      open_dates: await openDates(deps.db, deps.now()),
    });
    const per = asked ?? Math.max(1, rows.length);
    const shown = rows.slice((page - 1) * per, page * per);
    res.json({
      newsletter_promotion_counts: shown.map(presentPromotionCount),
      meta: metaOf({ page, per }, rows.length),
    });
  });
  return router;
}

/** Who is not signed in must say that the public form is meant; whether the query makes sense is then told to both. */
function countQueryOf(req: Request, res: Response) {
  if (req.query.public !== 'true') sessionOf(res);
  return NewsletterPromotionCountQuery.parse(req.query);
}
