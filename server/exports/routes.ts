/** Exports for the caller's programs: all records since the last export, in one response. */
import { implement } from '#server/api/implement.ts';
import { presentInvoice } from '#server/billing/presenter.ts';
import { invoicesAfter } from '#server/billing/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { sendLines, streamById } from '#server/platform/http/ndjson.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { presentPromotion } from '#server/promotions/presenter.ts';
import { firstIdCreatedSince, promotionsAfter } from '#server/promotions/queries.ts';
import { createPromotionResponder } from '#server/promotions/responses.ts';
import { exportsApi } from '#shared/api/exports.ts';
import { settledClicks } from './clicks.ts';

/** A booking's transaction ends after at most ten seconds, and another machine's clock is at most a minute behind. */
const MAX_COMMIT_DELAY_MS = 70_000;

export function exportRoutes(deps: Pick<Deps, 'db' | 'pool' | 'now'>) {
  const { presentOptionsFor } = createPromotionResponder(deps);
  return implement(exportsApi, {
    promotions: async ({ query, actor, res }) => {
      const shown = await presentOptionsFor(actor, []);
      // Ends the export at this time: a promotion created later may be committed after one with a higher id, and the
      // next export would skip it.
      const until = new Date(deps.now().getTime() - MAX_COMMIT_DELAY_MS);
      const scope = ownedBy(actor);
      // Across processes, ids aren't in the order of `created_at`, so the export ends before the first id created since
      // then.
      const end = await firstIdCreatedSince(deps.db, scope, until, query.after);
      const rows = streamById(query.after, (page) => promotionsAfter(deps.db, scope, { until, end }, page));
      await sendLines(res, rows, (row) => presentPromotion(row, shown));
    },
    // The lock that prevents gaps in invoice numbers also keeps the ids in commit order.
    invoices: ({ query, actor, res }) =>
      sendLines(
        res,
        streamById(query.after, (page) => invoicesAfter(deps.db, ownedBy(actor), page)),
        presentInvoice,
      ),
    clicks: ({ query, actor, res }) => sendLines(res, settledClicks(deps, ownedBy(actor), query), (row) => row),
  });
}
