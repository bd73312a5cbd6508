import { implement } from '#server/api/implement.ts';
import type { Session } from '#server/auth/guards.ts';
import { limitGuesses } from '#server/discounts/guesses.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { EVENT_STREAM } from '#server/platform/http/event-stream.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import type { FeedbackRequest, PartnerFeedback } from '#shared/promotions.ts';
import { calendarFor, calendarUrl } from './calendar.ts';
import { cancelApprovedPromotion, cancelPromotion } from './cancel.ts';
import { checkPromotion } from './check.ts';
import { forecastDates } from './date-forecast.ts';
import { editPromotion } from './edit.ts';
import { sendPromotionsCsv } from './export.ts';
import { createLiveQueue } from './live-queue.ts';
import { partnerRecord } from './partner-record.ts';
import { presentLive, readLive, savePresence } from './presence.ts';
import { confirmDate, proposeDate } from './propose-date.ts';
import { laneCounts, listPromotions } from './queries.ts';
import { reopenPromotion } from './reopen.ts';
import { type Caller, createPromotionResponder, RESPONSE_JOINS } from './responses.ts';
import { approvePromotion, askFeedback, rejectPromotion } from './review.ts';
import { acceptChanges, askAboutChanges, correctStoreLink, keepApproved } from './review-changes.ts';
import { sentCopyOf } from './sent-copy.ts';
import { shareCard } from './share-card.ts';
import { lastPromotionPercentile } from './statistics.ts';
import { submitPromotion } from './submit.ts';
import { usualClicks } from './usual-clicks.ts';

export function promotionRoutes(deps: Deps) {
  const { answer, own, present, shownTo } = createPromotionResponder(deps);
  const live = createLiveQueue(deps);
  return implement(promotionsApi, {
    list: async ({ query, by }) => {
      refuseLane(by, query);
      const shown = await shownTo(by, query.joins);
      const { rows, total } = await listPromotions(deps.db, query, ownedBy(by), shown.open_dates);
      return { promotions: await present(by, rows, shown), meta: metaOf(query, total) };
    },
    laneCounts: async () => {
      const open_dates = await openDates(deps.db, deps.now());
      return { lane_counts: await laneCounts(deps.db, open_dates), closes_next: open_dates[0]! };
    },
    reviewStream: async ({ by, session, req, res }) => {
      const wantsStream = req.method === 'GET' && req.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM;
      if (!wantsStream) return { review: presentLive(await readLive(deps)) };
      live.listen(res, { ...by, token_id: (session as Session).token.id });
    },
    reviewPresence: async ({ by, body }) => {
      await savePresence(deps.pool, by.id, body);
      return { review: presentLive(await readLive(deps, body)) };
    },
    dateForecast: async ({ by, query }) => ({ date_forecast: await forecastDates(deps, ownedBy(by), query) }),
    check: ({ by, body }) => checkPromotion(deps, ownedBy(by), body),
    submit: async ({ by, body }) => {
      const submit = () => submitPromotion(deps, by.id, body);
      return answer(by, await (body.discount_code ? limitGuesses(deps, `partner:${by.id}`, submit) : submit()));
    },
    show: async ({ id, by, query: { joins } }) => answer(by, await own(by, id, joins), joins),
    lastPromotionPercentile: async ({ id, by }) => lastPromotionPercentile(deps.db, await own(by, id)),
    partnerRecord: async ({ id, by }) => ({
      partner_record: await partnerRecord(deps.db, (await own(by, id)).partner_id),
    }),
    usualClicks: async ({ id, by }) => ({ usual_clicks: await usualClicks(deps.db, await own(by, id)) }),
    sentCopy: async ({ id, by }) => ({ sent_copy: await sentCopyOf(deps.db, await own(by, id)) }),
    shareCard: async ({ id, by, res }) => {
      const card = await shareCard(deps, await own(by, id));
      res.attachment(`deckle-promotion-${id}.png`).type('png').send(card);
    },
    update: async ({ id, by, query, body }) => {
      await editPromotion(deps, { id, by, patch: body });
      const joins = query.joins.length ? query.joins : RESPONSE_JOINS;
      return answer(by, await own(by, id, joins), joins);
    },

    approve: async ({ id, by, body }) => answer(by, await approvePromotion(deps, { id, by, ...body })),
    reject: async ({ id, by, body }) => answer(by, await rejectPromotion(deps, { id, by, ...body })),
    acceptChanges: async ({ id, by, body }) => answer(by, await acceptChanges(deps, { id, by, ...body })),
    keepApproved: async ({ id, by, body }) => answer(by, await keepApproved(deps, { id, by, ...body })),
    askAboutChanges: async ({ id, by, body }) => answer(by, await askAboutChanges(deps, { id, by, ...body })),
    correctStoreLink: async ({ id, by, body }) => answer(by, await correctStoreLink(deps, { id, by, ...body })),
    partnerFeedback: async ({ id, by, body }) =>
      answer(
        by,
        by.role === 'user'
          ? await askFeedback(deps, { id, by, ...(body as FeedbackRequest) })
          : await editPromotion(deps, { id, by, patch: { partner_feedback: (body as PartnerFeedback).feedback } }),
      ),
    proposeDate: async ({ id, by, body }) => answer(by, await proposeDate(deps, { id, by, ...body })),
    confirmDate: async ({ id, by, body }) => answer(by, await confirmDate(deps, { id, partner_id: by.id, ...body })),
    cancel: async ({ id, by, body }) => answer(by, await cancelPromotion(deps, { id, by, ...body })),
    cancelApproved: async ({ id, by, body }) => answer(by, await cancelApprovedPromotion(deps, { id, by, ...body })),
    reopen: async ({ id, by, body }) => answer(by, await reopenPromotion(deps, { id, by, ...body })),

    calendarUrl: async ({ by }) => ({ calendar: { url: await calendarUrl(deps, by.id) } }),
    // Called by calendar programs, which authenticate by the URL alone.
    calendar: async ({ query: { token }, res }) => {
      const calendar = await calendarFor(deps, token);
      res.attachment('deckle.ics').type('text/calendar; charset=utf-8').send(calendar);
    },
    csv: ({ query, by, res }) => {
      refuseLane(by, query);
      return sendPromotionsCsv(deps, res, { query, scope: ownedBy(by), role: by.role });
    },
  });
}

/** Lanes are for staff only, and only their promotions are sorted by when they close. */
function refuseLane(by: Caller, { lane, sort_col }: { lane?: string | undefined; sort_col?: string }) {
  if (lane && by.role !== 'user') throw invalid({ lane: ['is for staff'] });
  if (sort_col === 'closes_at' && !lane) throw invalid({ sort_col: ['closes_at needs a lane'] });
}
