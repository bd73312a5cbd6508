import { implement } from '#server/api/implement.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { presentPromotion } from '#server/promotions/presenter.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { addDays } from '#shared/dates.ts';
import type { PromotionListQuery } from '#shared/promotions.ts';
import { archivedNewsletter, listArchive } from './archive.ts';
import { closeNewsletter, getNewsletterWarmUp, previewClosing } from './close-manually.ts';
import { listNewsletterPromotions } from './content.ts';
import { endNewsletter } from './end.ts';
import { releaseNewsletter } from './held.ts';
import { pauseNewsletter, resumeNewsletter } from './pause.ts';
import { presentNewsletter, presentPromotionCount } from './presenter.ts';
import { previewNewsletter } from './preview.ts';
import { readProgress, streamProgress } from './progress.ts';
import { listNewsletters, newsletterById, promotionCountsBetween } from './queries.ts';
import { updateNewsletter } from './service.ts';
import { sendTest } from './test-email.ts';

type Viewer = Parameters<typeof presentPromotion>[1]['actor'];

const PROMOTION_JOINS: PromotionListQuery['joins'] = ['book', 'category', 'partner'];
/** Default number of days of a category's calendar. */
const DAYS_SHOWN = 60;

export function newsletterRoutes(deps: Deps) {
  const newsletterBody = async (id: number, actor: Viewer, joins: readonly string[] = []) => {
    const match = await newsletterById(deps.db, id);
    if (!match) throw notFound();
    if (!joins.includes('promotions')) return { newsletter: presentNewsletter(match.row, match.counts) };
    return { newsletter: presentNewsletter(match.row, match.counts, await presentedPromotions(id, actor)) };
  };
  const presentedPromotions = async (id: number, actor: Viewer) => {
    const business_date = businessDate(deps.now());
    return (await listNewsletterPromotions(deps, id, PROMOTION_JOINS)).map((row) =>
      presentPromotion(row, { actor, business_date, joins: PROMOTION_JOINS }),
    );
  };

  return implement(newslettersApi, {
    archive: async ({ query }) => {
      const { rows, total } = await listArchive(deps, query);
      return { newsletter_archive: rows, meta: metaOf(query, total) };
    },
    showArchived: async ({ date, query }) => ({
      archived_newsletter: await archivedNewsletter(deps, { date, kind: query.kind }),
    }),
    list: async ({ query, actor }) => {
      const { rows, counts, total } = await listNewsletters(deps.db, query, businessDate(deps.now()));
      const newsletters = [];
      for (const row of rows) {
        const promotions = query.joins.includes('promotions') ? await presentedPromotions(row.id, actor) : undefined;
        newsletters.push(presentNewsletter(row, counts, promotions));
      }
      return { newsletters, meta: metaOf(query, total) };
    },
    show: ({ id, actor, query }) => newsletterBody(id, actor, query.joins),
    update: async ({ id, actor, body }) => {
      await updateNewsletter(deps, { id, actor, patch: body });
      return newsletterBody(id, actor, ['promotions']);
    },
    preview: async ({ id, query: { format, reader, categories } }) => ({
      preview: await previewNewsletter(deps, { id, format, reader_id: reader, category_ids: categories }),
    }),
    sendTest: async ({ id, actor, body: { email, emails = [], category_ids } }) => {
      const to = [...new Set(email ? [email, ...emails] : emails)];
      await sendTest(deps, { id, actor, emails: to, category_ids });
      return { message: `We’re sending the test email to ${to.join(', ')}.` };
    },
    closing: async ({ id }) => ({ closing: await previewClosing(deps, id) }),
    warmUp: async ({ id }) => ({ warm_up: await getNewsletterWarmUp(deps, id) }),
    freeze: async ({ id, actor, body: { newsletter_date } }) => {
      await closeNewsletter(deps, { id, actor, date: newsletter_date });
      return newsletterBody(id, actor, ['promotions']);
    },
    pause: async ({ id, actor, body: { reason = null } }) => {
      await pauseNewsletter(deps, { id, actor, reason });
      return newsletterBody(id, actor);
    },
    resume: async ({ id, actor }) => {
      await resumeNewsletter(deps, { id, actor });
      return newsletterBody(id, actor);
    },
    end: async ({ id, actor, body: { reason } }) => {
      await endNewsletter(deps, { id, actor, reason });
      return newsletterBody(id, actor);
    },
    release: async ({ id, actor, body }) => {
      await releaseNewsletter(deps, { id, actor, ...body });
      return newsletterBody(id, actor);
    },
    progress: async ({ id, req, res }) => {
      if (req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream')
        return streamProgress(deps, id, req, res);
      return { progress: await readProgress(deps, id) };
    },
  });
}

export const promotionCountRoutes = (deps: Pick<Deps, 'db' | 'now'>) =>
  implement(promotionCountsApi, {
    // Each day of one or all categories, including days without promotions.
    list: async ({ query: { category_id, date_from, date_to, page, per: requestedPer, public: isPublic } }) => {
      if (isPublic && !category_id) throw invalid({ category_id: ["can't be blank"] });
      const from = date_from ?? businessDate(deps.now());
      const to = date_to ?? addDays(from, DAYS_SHOWN - 1);
      const rows = await promotionCountsBetween(deps.db, {
        category_id: category_id ?? null,
        from,
        to,
        top: TOP_OF_NEWSLETTER,
        open_dates: await openDates(deps.db, deps.now()),
      });
      const per = requestedPer ?? Math.max(1, rows.length);
      const pageRows = rows.slice((page - 1) * per, page * per);
      return {
        newsletter_promotion_counts: pageRows.map(presentPromotionCount),
        meta: metaOf({ page, per }, rows.length),
      };
    },
  });
