import { implement } from '#server/api/implement.ts';
import type { Session } from '#server/auth/guards.ts';
import { limitGuesses } from '#server/discounts/guesses.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { EVENT_STREAM } from '#server/platform/http/event-stream.ts';
import { metaOf, pageOf } from '#server/platform/http/lists.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { savedViewsApi } from '#shared/api/saved-views.ts';
import { waitingListApi } from '#shared/api/waiting-list.ts';
import type { FeedbackRequest, PartnerFeedback } from '#shared/promotions.ts';
import { calendarUrl, renderCalendar } from './calendar.ts';
import { cancelApprovedPromotion, cancelPromotion } from './cancel.ts';
import { checkPromotion } from './check.ts';
import { forecastDates } from './date-forecast.ts';
import { decideMany } from './decide-many.ts';
import { editPromotion } from './edit.ts';
import { sendPromotionsCsv } from './export.ts';
import { afterCursorSql, listPromotions } from './list.ts';
import { createLiveQueue } from './live-queue.ts';
import { partnerRecord } from './partner-record.ts';
import { presentLive, readLive, savePresence } from './presence.ts';
import { confirmPrice, loadPriceWatch, unconfirmPrice } from './price-watch.ts';
import { confirmDate, proposeDate } from './propose-date.ts';
import { findSentCopy } from './queries.ts';
import { reopenPromotion } from './reopen.ts';
import { type Caller, createPromotionResponder, RESPONSE_JOINS } from './responses.ts';
import { approvePromotion, askFeedback, rejectPromotion } from './review.ts';
import { acceptChanges, askAboutChanges, correctStoreLink, keepApproved } from './review-changes.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';
import { shareCard } from './share-card.ts';
import { lastPromotionPercentile } from './statistics.ts';
import { laneCounts } from './status-conditions.ts';
import { submitPromotion, submitSeries } from './submit.ts';
import { usualClicks } from './usual-clicks.ts';
import { acceptSlot, hasCode, joinWaitingList, leaveWaitingList, waitingEntries } from './waiting-list.ts';

export function promotionRoutes(deps: Deps) {
  const { respond, withRecordOnRefusal, findOwn, present, presentOptionsFor } = createPromotionResponder(deps);
  const live = createLiveQueue(deps);
  return implement(promotionsApi, {
    list: async ({ query, actor }) => {
      refuseLane(actor, query);
      const options = await presentOptionsFor(actor, query.joins);
      const scope = ownedBy(actor);
      const start = await afterCursorSql(deps.db, query, scope);
      if (!start)
        throw invalid({
          after: ['must be one of the promotions you can see, and sort_col must be a column that’s never empty'],
        });
      const { rows, total } = await listPromotions(deps.db, query, scope, options.open_dates, start);
      return { promotions: await present(actor, rows, options), meta: metaOf(query, total) };
    },
    laneCounts: async () => {
      const open_dates = await openDates(deps.db, deps.now());
      return { lane_counts: await laneCounts(deps.db, open_dates), closes_next: open_dates[0]! };
    },
    reviewStream: async ({ actor, session, req, res }) => {
      const wantsStream = req.method === 'GET' && req.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM;
      if (!wantsStream) return { review: presentLive(await readLive(deps)) };
      live.listen(res, { ...actor, token_id: (session as Session).token.id });
    },
    reviewPresence: async ({ actor, body }) => {
      await savePresence(deps.pool, actor.id, body);
      return { review: presentLive(await readLive(deps, body)) };
    },
    dateForecast: async ({ actor, query }) => ({ date_forecast: await forecastDates(deps, ownedBy(actor), query) }),
    check: ({ actor, body }) => checkPromotion(deps, ownedBy(actor), body),
    submit: async ({ actor, body }) => {
      const submit = () => submitPromotion(deps, actor.id, body);
      return respond(actor, await (body.discount_code ? limitGuesses(deps, `partner:${actor.id}`, submit) : submit()));
    },
    submitSeries: async ({ actor, body, res }) => {
      const { submitted, problems } = await submitSeries(deps, actor.id, body);
      if (body.dry_run) return { series_check: { bookable: Object.keys(problems).length === 0, errors: problems } };
      res.status(201);
      const options = await presentOptionsFor(actor, RESPONSE_JOINS);
      return { promotions: await present(actor, submitted, options) };
    },
    show: async ({ id, actor, query: { joins } }) => respond(actor, await findOwn(actor, id, joins), joins),
    lastPromotionPercentile: async ({ id, actor }) => lastPromotionPercentile(deps.db, await findOwn(actor, id)),
    partnerRecord: async ({ id, actor }) => ({
      partner_record: await partnerRecord(deps.db, (await findOwn(actor, id)).partner_id),
    }),
    usualClicks: async ({ id, actor }) => ({ usual_clicks: await usualClicks(deps.db, await findOwn(actor, id)) }),
    priceWatch: async ({ id, actor }) => ({ price_watch: await loadPriceWatch(deps, await findOwn(actor, id)) }),
    confirmPrice: async ({ id, actor, body }) => ({
      price_watch: await confirmPrice(deps, await findOwn(actor, id), body.store),
    }),
    unconfirmPrice: async ({ id, actor, body }) => ({
      price_watch: await unconfirmPrice(deps, await findOwn(actor, id), body.store),
    }),
    sentCopy: async ({ id, actor }) => ({ sent_copy: await findSentCopy(deps.db, await findOwn(actor, id)) }),
    shareCard: async ({ id, actor, res }) => {
      const card = await shareCard(deps, await findOwn(actor, id));
      res.attachment(`deckle-promotion-${id}.png`).type('png').send(card);
    },
    update: async ({ id, actor, query, body }) => {
      await withRecordOnRefusal(actor, editPromotion(deps, { id, actor, patch: body }));
      const joins = query.joins.length ? query.joins : RESPONSE_JOINS;
      return respond(actor, await findOwn(actor, id, joins), joins);
    },

    approve: ({ id, actor, body }) => respond(actor, approvePromotion(deps, { id, actor, ...body })),
    decideMany: async ({ actor, body }) => ({ results: await decideMany(deps, actor, body) }),
    reject: ({ id, actor, body }) => respond(actor, rejectPromotion(deps, { id, actor, ...body })),
    acceptChanges: ({ id, actor, body }) => respond(actor, acceptChanges(deps, { id, actor, ...body })),
    keepApproved: ({ id, actor, body }) => respond(actor, keepApproved(deps, { id, actor, ...body })),
    askAboutChanges: ({ id, actor, body }) => respond(actor, askAboutChanges(deps, { id, actor, ...body })),
    correctStoreLink: ({ id, actor, body }) => respond(actor, correctStoreLink(deps, { id, actor, ...body })),
    partnerFeedback: ({ id, actor, body }) =>
      respond(
        actor,
        actor.role === 'user'
          ? askFeedback(deps, { id, actor, ...(body as FeedbackRequest) })
          : editPromotion(deps, { id, actor, patch: { partner_feedback: (body as PartnerFeedback).feedback } }),
      ),
    proposeDate: ({ id, actor, body }) => respond(actor, proposeDate(deps, { id, actor, ...body })),
    confirmDate: ({ id, actor, body }) => respond(actor, confirmDate(deps, { id, partner_id: actor.id, ...body })),
    cancel: ({ id, actor, body }) => respond(actor, cancelPromotion(deps, { id, actor, ...body })),
    cancelApproved: ({ id, actor, body }) => respond(actor, cancelApprovedPromotion(deps, { id, actor, ...body })),
    reopen: ({ id, actor, body }) => respond(actor, reopenPromotion(deps, { id, actor, ...body })),

    calendarUrl: async ({ actor }) => ({ calendar: { url: await calendarUrl(deps, actor.id) } }),
    // Called by calendar programs, which authenticate by the URL alone.
    calendar: async ({ query: { token }, res }) => {
      const calendar = await renderCalendar(deps, token);
      res.attachment('deckle.ics').type('text/calendar; charset=utf-8').send(calendar);
    },
    csv: ({ query, actor, res }) => {
      refuseLane(actor, query);
      return sendPromotionsCsv(deps, res, { query, scope: ownedBy(actor), role: actor.role });
    },
  });
}

export function waitingListRoutes(deps: Deps) {
  const { respond } = createPromotionResponder(deps);
  return implement(waitingListApi, {
    list: async ({ actor, query }) => {
      const entries = await waitingEntries(deps.db, actor.id);
      const sorted = query.sort_dir === 'desc' ? entries.toReversed() : entries;
      const meta = metaOf(query, entries.length);
      const { skip, take } = pageOf(meta);
      return { waiting_entries: sorted.slice(skip, skip + take), meta };
    },
    join: async ({ actor, body }) => {
      const join = () => joinWaitingList(deps, actor.id, body);
      return {
        waiting_entry: await (body.discount_code ? limitGuesses(deps, `partner:${actor.id}`, join) : join()),
      };
    },
    accept: async ({ id, actor }) => {
      const owned = { id, partner_id: actor.id };
      const accept = () => acceptSlot(deps, owned);
      const isGuess = await hasCode(deps.db, owned);
      return respond(actor, await (isGuess ? limitGuesses(deps, `partner:${actor.id}`, accept) : accept()));
    },
    leave: ({ id, actor }) => leaveWaitingList(deps, { id, partner_id: actor.id }),
  });
}

export function savedViewRoutes(deps: Deps) {
  return implement(savedViewsApi, {
    list: async ({ actor, query }) => {
      const { saved_views, total } = await listSavedViews(deps, actor, query);
      return { saved_views, meta: metaOf(query, total) };
    },
    save: async ({ actor, body }) => ({ saved_view: await createSavedView(deps, actor, body) }),
    update: async ({ id, actor, body }) => ({ saved_view: await updateSavedView(deps, { actor, id, changes: body }) }),
    remove: ({ id, actor }) => deleteSavedView(deps, { actor, id }),
  });
}

/** Refuses lanes to partners, and sorting by `closes_at` outside a lane. */
function refuseLane(actor: Caller, { lane, sort_col }: { lane?: string | undefined; sort_col?: string }) {
  if (lane && actor.role !== 'user') throw invalid({ lane: ['is available only to staff'] });
  if (sort_col === 'closes_at' && !lane) throw invalid({ sort_col: ['closes_at requires lane'] });
}
