import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { warmUpsApi } from '#shared/api/warm-ups.ts';
import { changeWarmUp, endWarmUp, listWarmUps, resumeProvider, startWarmUp, warmUpById } from './manage.ts';

export function warmUpRoutes(deps: Pick<Deps, 'db' | 'now' | 'config'>) {
  const answer = async (id: number) => ({ warm_up: await warmUpById(deps, id) });
  return implement(warmUpsApi, {
    list: () => listWarmUps(deps),
    start: async ({ session, body }) => answer(await startWarmUp(deps, { actor: session, schedule: body })),
    update: async ({ id, session, body }) => {
      await changeWarmUp(deps, { id, actor: session, patch: body });
      return answer(id);
    },
    end: async ({ id, session }) => {
      await endWarmUp(deps, { id, actor: session });
      return answer(id);
    },
    resumeProvider: async ({ id, session, body: { provider } }) => {
      await resumeProvider(deps, { id, actor: session, provider });
      return answer(id);
    },
  });
}
