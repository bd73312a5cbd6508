import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { FiguresQuery } from '#shared/statistics.ts';
import { presentPricing, presentStatistics } from './presenter.ts';
import { siteFigures } from './service.ts';

export function statisticsRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    FiguresQuery.parse(req.query);
    res.json({ statistics: presentStatistics(await siteFigures(deps)) });
  });
  return router;
}

export function pricingRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    FiguresQuery.parse(req.query);
    res.json({ pricing: presentPricing(await siteFigures(deps)) });
  });
  return router;
}
