import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createPromotionResponder } from '#server/promotions/responses.ts';
import { resultsApi } from '#shared/api/results.ts';
import { sendResultsCsv } from './export.ts';
import { resultsOf, saveResults } from './results.ts';
import { loadSettledResults } from './settled.ts';
import { saveMapping, uploadReport } from './upload.ts';

export function resultRoutes(deps: Deps) {
  const { findOwn } = createPromotionResponder(deps);
  return implement(resultsApi, {
    list: async ({ actor, query: { promotion_ids } }) => {
      const results = await loadSettledResults(deps.db, actor.id, promotion_ids);
      const result_summaries = results.map(({ promotion_id, figures: { return_ratio, profit_cents } }) => ({
        promotion_id,
        return_ratio,
        profit_cents,
      }));
      return { result_summaries };
    },
    csv: ({ actor, res }) => sendResultsCsv(deps, res, actor.id),
    show: async ({ id, actor }) => resultsOf(deps, await findOwn(actor, id, ['category'])),
    save: async ({ id, actor, body }) => {
      const promotion = await findOwn(actor, id, ['category']);
      await saveResults(deps, promotion, body);
      return resultsOf(deps, promotion);
    },
    readReport: async ({ id, actor, query, readFile }) => {
      const promotion = await findOwn(actor, id);
      return { sales_report: await uploadReport(deps, promotion, { ...query, bytes: await readFile() }) };
    },
    saveMapping: ({ actor, body }) => saveMapping(deps, actor.id, body),
  });
}
