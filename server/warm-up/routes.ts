import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { warmUpsApi } from '#shared/api/warm-ups.ts';
import { endWarmUp, listWarmUps, resumeProvider, startWarmUp, updateWarmUp, warmUpById } from './manage.ts';

export function warmUpRoutes(deps: Pick<Deps, 'db' | 'now' | 'config'>) {
  const respond = async (id: number) => ({ warm_up: await warmUpById(deps, id) });
  return implement(warmUpsApi, {
    list: () => listWarmUps(deps),
    start: async ({ actor, body }) => respond(await startWarmUp(deps, { actor, schedule: body })),
    update: async ({ id, actor, body }) => {
      await updateWarmUp(deps, { id, actor, patch: body });
      return respond(id);
    },
    end: async ({ id, actor }) => {
      await endWarmUp(deps, { id, actor });
      return respond(id);
    },
    resumeProvider: async ({ id, actor, body: { provider } }) => {
      await resumeProvider(deps, { id, actor, provider });
      return respond(id);
    },
  });
}
