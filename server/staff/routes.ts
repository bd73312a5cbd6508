import { implement } from '#server/api/implement.ts';
import { originOf } from '#server/auth/origin.ts';
import type { Deps } from '#server/platform/deps.ts';
import { staffApi } from '#shared/api/staff.ts';
import { loadDossier } from './dossier.ts';
import { findRecords } from './search.ts';
import { endView, startView } from './view-as.ts';

export const staffRoutes = (deps: Deps) =>
  implement(staffApi, {
    dossier: async ({ partner_id }) => ({ partner: await loadDossier(deps, partner_id) }),
    viewAs: ({ partner_id, actor, req }) => startView(deps, partner_id, { id: actor.id, origin: originOf(req) }),
    endView: ({ partner_id, actor }) => endView(deps, partner_id, actor.id),
    search: async ({ query: { q } }) => ({ results: await findRecords(deps, q) }),
  });
