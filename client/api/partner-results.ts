import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { resultsApi } from '#shared/api/results.ts';
import type { PromotionResults, ResultsInput } from '#shared/results.ts';
import type { SalesMappingInput } from '#shared/sales-report.ts';
import { clientFor } from './client.ts';

const results = clientFor(resultsApi, 'partner');

const RESULTS = ['partner', 'results'];

/** A promotion's sales and figures. */
export const resultsQuery = (id: number) =>
  queryOptions({
    queryKey: [...RESULTS, id],
    queryFn: async () => (await results.show({ id })).results,
    // The panel shows a failure.
    meta: { silent: true },
  });

/** The profit and revenue per $1 spent of settled promotions with sales, by id; undefined until the call succeeds. */
export function useResultSummaries(promotions: readonly { id: number; settled_at: string | null }[] = []) {
  const ids = promotions.filter(({ settled_at }) => settled_at !== null).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [...RESULTS, 'summaries', ids],
    queryFn: async () => (await results.list({ query: { promotion_ids: ids.join(',') } })).result_summaries,
    enabled: ids.length > 0,
    meta: { silent: true },
  });
  return data && new Map(data.map((summary) => [summary.promotion_id, summary]));
}

export const saveResults = async (id: number, body: ResultsInput): Promise<PromotionResults> =>
  (await results.save({ id, body })).results;

type ReportOptions = { window_days: number | ''; rates: string; save: boolean };

/** Reads a sales report; saves its sales only on request. */
export const readReport = async (id: number, file: File, { window_days, rates, save }: ReportOptions) => {
  const query = { window_days: window_days || undefined, rates: rates || undefined, ...(save && { save }) };
  return (await results.readReport({ id, file, query })).sales_report;
};

/** Remembers the chosen columns for reports with the same header. */
export const saveMapping = (body: SalesMappingInput) => results.saveMapping({ body });

/** Returns a function that reloads a promotion's results everywhere. */
export function useRefreshResults() {
  const queryClient = useQueryClient();
  return async (id: number) => {
    await queryClient.invalidateQueries({ queryKey: resultsQuery(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: [...RESULTS, 'summaries'] });
  };
}
