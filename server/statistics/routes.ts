import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { presentPricing, presentStatistics } from './presenter.ts';
import { siteFigures } from './site-figures.ts';

export const statisticsRoutes = (deps: Deps) =>
  implement(statisticsApi, {
    statistics: async () => ({ statistics: presentStatistics(await siteFigures(deps)) }),
    pricing: async () => ({ pricing: presentPricing(await siteFigures(deps)) }),
  });
