/** Public statistics. Each process computes them at most once a minute for the API, and once a minute for pages. */
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { memoizeByObject, memoizeFor } from '#server/platform/memoize.ts';
import { warmUpReach } from '#server/warm-up/reach.ts';
import type { Figures } from './presenter.ts';
import { figuresByCategory, figuresByMonth, loadTotals } from './queries.ts';
import { lastMonths } from './rules.ts';

const CACHE_MS = 60_000;
const MONTH_COUNT = 12;

export const siteFigures = (deps: Pick<Deps, 'db' | 'reads' | 'now' | 'config'>): Promise<Figures> =>
  cachedFigures(deps)(null);

/** Cached by Deps object: the API and the pages of a process have separate ones (server/web/web.ts). */
const cachedFigures = memoizeByObject((deps: Pick<Deps, 'db' | 'reads' | 'now' | 'config'>) =>
  memoizeFor((_: null) => compute(deps), { key: () => 'all', max: 1, ttlMs: CACHE_MS, now: deps.now }),
);

async function compute(deps: Pick<Deps, 'db' | 'reads' | 'now' | 'config'>): Promise<Figures> {
  const { reads: db, now, config } = deps;
  const as_of = now();
  const months = lastMonths(vancouverTime(as_of).date, MONTH_COUNT);
  const bounds = [...months.map((day) => vancouverInstant(day, 0).toISOString()), END_OF_TIME];
  const [categories, totals, byMonth, { next: reach }] = await Promise.all([
    figuresByCategory(db, as_of),
    loadTotals(db, as_of),
    figuresByMonth(db, months, bounds),
    warmUpReach(deps),
  ]);
  return { as_of, demo: config.isDemo, categories, totals, months: byMonth, reach };
}

/** Upper bound for the current month, which isn't over. */
const END_OF_TIME = '9999-12-31T00:00:00.000Z';
