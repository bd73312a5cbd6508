import { implement } from '#server/api/implement.ts';
import { originOf } from '#server/auth/origin.ts';
import type { Deps } from '#server/platform/deps.ts';
import { staffApi } from '#shared/api/staff.ts';
import { dossierOf } from './dossier.ts';
import { findRecords } from './search.ts';
import { endView, startView } from './view-as.ts';

export const staffRoutes = (deps: Deps) =>
  implement(staffApi, {
    dossier: async ({ id }) => ({ partner: await dossierOf(deps, id) }),
    viewAs: ({ id, by, req }) => startView(deps, id, { id: by.id, origin: originOf(req) }),
    endView: ({ id, by }) => endView(deps, id, by.id),
    search: async ({ query: { q } }) => ({ results: await findRecords(deps, q) }),
  });
