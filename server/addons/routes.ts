import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf, pageOrAll } from '#server/platform/http/lists.ts';
import { addonsApi } from '#shared/api/addons.ts';
import { checkAvailability } from './service.ts';

export const addonRoutes = (deps: Pick<Deps, 'db' | 'now'>) =>
  implement(addonsApi, {
    list: async ({ query }) => {
      const addons = await deps.db.addon.findMany({
        ...pageOrAll(query),
        where: { enabled: true },
        select: { id: true, name: true, label: true, price_cents: true, exclusive: true },
        orderBy: { [query.sort_col]: query.sort_dir },
      });
      return { addons, meta: metaOf(query, await deps.db.addon.count({ where: { enabled: true } })) };
    },
    checkAvailability: ({ query }) => checkAvailability(deps, query),
  });
