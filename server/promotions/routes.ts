import { type Response, Router } from 'express';
import {
  addressOf,
  byOf,
  requireAdmin,
  requirePartner,
  requireSession,
  requireUser,
  sessionOf,
} from '#server/auth/guards.ts';
import { countedGuess } from '#server/discounts/guesses.ts';
import { promotionToday, vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { RefundInput } from '#shared/billing.ts';
import {
  Approval,
  Cancellation,
  ChangeQuestion,
  ChangeReview,
  DateConfirmation,
  DateProposal,
  EstimateQuery,
  FeedbackRequest,
  PartnerFeedback,
  PromotionCalendarQuery,
  PromotionCheck,
  PromotionCsvQuery,
  PromotionInput,
  PromotionListQuery,
  PromotionPatch,
  PromotionQuery,
  Rejection,
  Reopening,
  StaffPromotionCheck,
  StoreLinkCorrection,
} from '#shared/promotions.ts';
import { calendarFor, calendarUrl } from './calendar.ts';
import { cancelApprovedPromotion, cancelPromotion } from './cancel.ts';
import { chargePromotion } from './charge.ts';
import { checkPromotion } from './check.ts';
import { confirmPayment } from './confirm.ts';
import { editPromotion } from './edit.ts';
import { sendPromotionsCsv } from './export.ts';
import { presentPromotion } from './presenter.ts';
import { confirmDate, proposeDate } from './propose-date.ts';
import { laneCounts, listPromotions, type PromotionRow, type PromotionScope, promotionById } from './queries.ts';
import { refundPromotion } from './refund.ts';
import { reopenPromotion } from './reopen.ts';
import { approvePromotion, askFeedback, rejectPromotion } from './review.ts';
import { acceptChanges, askAboutChanges, correctStoreLink, keepApproved } from './review-changes.ts';
import { sentCopyOf } from './sent-copy.ts';
import { clicksAndCost, estimateCost, lastPromotionPercentile } from './statistics.ts';
import { submitPromotion } from './submit.ts';

/** What an action answers with, beside the promotion itself. */
const SHOWN = ['book', 'category', 'discount', 'partner', 'stripe_errors'];

export function promotionRoutes(deps: Deps): Router {
  const router = Router();
  const shownTo = async (res: Response, joins: readonly string[]) => ({
    ...{ by: byOf(res), promotion_today: promotionToday(deps.now()), joins },
    today: vancouver(deps.now()).date,
    open_dates: await openDates(deps.db, deps.now()),
  });
  const present = async (res: Response, promotion: PromotionRow, joins: readonly string[] = SHOWN) =>
    presentPromotion(promotion, await shownTo(res, joins));
  const own = async (res: Response, id: number, joins: readonly string[] = []) => {
    const promotion = await promotionById(deps.db, id, scopeOf(res), joins);
    if (!promotion) throw missing();
    return promotion;
  };

  router.get('/', requireSession, async (req, res) => {
    const query = PromotionListQuery.parse(req.query);
    refuseLane(res, query);
    const shown = await shownTo(res, query.joins);
    const { rows, total } = await listPromotions(deps.db, query, scopeOf(res), shown.open_dates);
    res.json({ promotions: rows.map((row) => presentPromotion(row, shown)), meta: metaOf(query, total) });
  });
  router.get('/lane_counts', requireUser, async (_req, res) => {
    res.json({ lane_counts: await laneCounts(deps.db, await openDates(deps.db, deps.now())) });
  });
  router.get('/estimate', requireSession, async (req, res) => {
    res.json({ estimate: await estimateCost(deps, EstimateQuery.parse(req.query)) });
  });
  router.post('/check', requireSession, async (req, res) => {
    const Check = sessionOf(res).role === 'user' ? StaffPromotionCheck : PromotionCheck;
    res.json(await checkPromotion(deps, scopeOf(res), Check.parse(bodyOf(req))));
  });
  router.post('/', requirePartner, async (req, res) => {
    const input = PromotionInput.parse(bodyOf(req));
    const { id } = sessionOf(res);
    const submit = () => submitPromotion(deps, id, input);
    const promotion = await (input.discount_code ? countedGuess(deps, `partner:${id}`, submit) : submit());
    res.status(201).json({ promotion: await present(res, promotion) });
  });
  router.get('/calendar', requirePartner, async (_req, res) => {
    res.json({ calendar: { url: await calendarUrl(deps, sessionOf(res).id) } });
  });
  router.get('/:id', requireSession, async (req, res) => {
    const { joins } = PromotionQuery.parse(req.query);
    res.json({ promotion: await present(res, await own(res, idOf(req), joins), joins) });
  });
  router.get('/:id/last-promotion-percentile', requireSession, async (req, res) => {
    res.json(await lastPromotionPercentile(deps.db, await own(res, idOf(req))));
  });
  router.get('/:id/estimate', requireSession, async (req, res) => {
    res.json({ estimate: await estimateCost(deps, await own(res, idOf(req))) });
  });
  router.get('/:id/clicks', requireSession, async (req, res) => {
    res.json(await clicksAndCost(deps, await own(res, idOf(req))));
  });

  router.get('/:id/sent_copy', requireSession, async (req, res) => {
    res.json({ sent_copy: await sentCopyOf(deps.db, await own(res, idOf(req))) });
  });

  router.patch('/:id', requireSession, async (req, res) => {
    const { joins } = PromotionQuery.parse(req.query);
    const id = idOf(req);
    await editPromotion(deps, { id, by: byOf(res), patch: PromotionPatch.parse(bodyOf(req)) });
    const shown = joins.length ? joins : SHOWN;
    res.json({ promotion: await present(res, await own(res, id, shown), shown) });
  });
  router.post('/:id/approve', requireUser, async (req, res) => {
    const promotion = await approvePromotion(deps, {
      id: idOf(req),
      by: byOf(res),
      ...Approval.parse(bodyOf(req)),
    });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/reject', requireUser, async (req, res) => {
    const promotion = await rejectPromotion(deps, {
      id: idOf(req),
      by: byOf(res),
      ...Rejection.parse(bodyOf(req)),
    });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/accept_changes', requireUser, async (req, res) => {
    const review = { id: idOf(req), by: byOf(res), ...ChangeReview.parse(bodyOf(req)) };
    res.json({ promotion: await present(res, await acceptChanges(deps, review)) });
  });
  router.post('/:id/keep_approved', requireUser, async (req, res) => {
    const review = { id: idOf(req), by: byOf(res), ...ChangeReview.parse(bodyOf(req)) };
    res.json({ promotion: await present(res, await keepApproved(deps, review)) });
  });
  router.post('/:id/ask_about_changes', requireUser, async (req, res) => {
    const question = { id: idOf(req), by: byOf(res), ...ChangeQuestion.parse(bodyOf(req)) };
    res.json({ promotion: await present(res, await askAboutChanges(deps, question)) });
  });
  router.post('/:id/correct_store_link', requireUser, async (req, res) => {
    const correction = { id: idOf(req), by: byOf(res), ...StoreLinkCorrection.parse(bodyOf(req)) };
    res.json({ promotion: await present(res, await correctStoreLink(deps, correction)) });
  });
  router.post('/:id/partner_feedback', requireSession, async (req, res) => {
    const { role } = sessionOf(res);
    const promotion =
      role === 'user'
        ? await askFeedback(deps, { id: idOf(req), by: byOf(res), ...FeedbackRequest.parse(bodyOf(req)) })
        : await editPromotion(deps, {
            id: idOf(req),
            by: byOf(res),
            patch: { partner_feedback: PartnerFeedback.parse(bodyOf(req)).feedback },
          });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/propose_date', requireUser, async (req, res) => {
    const proposal = DateProposal.parse(bodyOf(req));
    const promotion = await proposeDate(deps, { id: idOf(req), by: byOf(res), ...proposal });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/confirm_date', requirePartner, async (req, res) => {
    const confirmation = DateConfirmation.parse(bodyOf(req));
    const promotion = await confirmDate(deps, { id: idOf(req), partner_id: sessionOf(res).id, ...confirmation });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/cancel', requireSession, async (req, res) => {
    const promotion = await cancelPromotion(deps, { id: idOf(req), by: byOf(res), ...Cancellation.parse(bodyOf(req)) });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/cancel_approved', requireSession, async (req, res) => {
    const promotion = await cancelApprovedPromotion(deps, {
      id: idOf(req),
      by: byOf(res),
      ...Cancellation.parse(bodyOf(req)),
    });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/reopen', requireUser, async (req, res) => {
    const { message } = Reopening.parse(bodyOf(req));
    const promotion = await reopenPromotion(deps, { id: idOf(req), by: byOf(res), message });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/charge', requireSession, async (req, res) => {
    await take(deps.limits.charges, `${sessionOf(res).role}:${sessionOf(res).id}:${addressOf(req)}`);
    const promotion = await chargePromotion(deps, { id: idOf(req), by: byOf(res) });
    res.json({ promotion: await present(res, promotion) });
  });
  router.post('/:id/confirm_payment', requirePartner, async (req, res) => {
    const { id } = sessionOf(res);
    await take(deps.limits.charges, `partner:${id}:${addressOf(req)}`);
    const confirmation = await confirmPayment(deps, { id: idOf(req), by: { role: 'partner', id } });
    res.json({ ...confirmation, promotion: await present(res, confirmation.promotion) });
  });
  router.post('/:id/refund', requireAdmin, async (req, res) => {
    const { id } = sessionOf(res);
    await take(deps.limits.charges, `user:${id}:${addressOf(req)}`);
    const refund = RefundInput.parse(bodyOf(req));
    const promotion = await refundPromotion(deps, { id: idOf(req), by: byOf(res), ...refund });
    res.json({ promotion: await present(res, promotion) });
  });
  return router;
}

export function promotionCsvRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const query = PromotionCsvQuery.parse(req.query);
    refuseLane(res, query);
    await sendPromotionsCsv(deps, res, { query, scope: scopeOf(res), role: sessionOf(res).role });
  });
  return router;
}

/** Asked by calendar programs, which can send nothing but the address. */
export function promotionCalendarRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { token } = PromotionCalendarQuery.parse(req.query);
    const calendar = await calendarFor(deps, token);
    res.attachment('deckle.ics').type('text/calendar; charset=utf-8').send(calendar);
  });
  return router;
}

/** Lanes are the staff's work, not the partner's. */
function refuseLane(res: Response, { lane }: { lane?: string | undefined }) {
  if (lane && sessionOf(res).role !== 'user') throw invalid({ lane: ['is for staff'] });
}

const scopeOf = (res: Response): PromotionScope => ownedBy(sessionOf(res));
