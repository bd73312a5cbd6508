import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf, pageOf } from '#server/platform/http/lists.ts';
import { AddonListQuery, AvailabilityQuery } from '#shared/addons.ts';
import { checkAvailability } from './service.ts';

export function addonRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = AddonListQuery.parse(req.query);
    const addons = await deps.db.addon.findMany({
      ...pageOf(query),
      where: { enabled: true },
      select: { id: true, name: true, label: true, price_cents: true, exclusive: true },
      orderBy: { [query.sort_col]: query.sort_dir },
    });
    res.json({ addons, meta: metaOf(query, await deps.db.addon.count({ where: { enabled: true } })) });
  });
  router.get('/top_of_newsletter/check_availability', async (req, res) => {
    res.json(await checkAvailability(deps, AvailabilityQuery.parse(req.query)));
  });
  return router;
}
