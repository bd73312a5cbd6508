/** The sessions of one's own account, and ending them. */
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import type { partnerSessionsApi, userSessionsApi } from '#shared/api/auth.ts';
import type { AccountSession, Role } from '#shared/auth.ts';
import { dropCredentialHeaders } from './guards.ts';
import { liveSessions } from './tokens.ts';

export function sessionListRoutes(deps: Deps, api: typeof partnerSessionsApi | typeof userSessionsApi) {
  const end = (session: { role: Role; id: number }, id: number | { not: number }) =>
    deps.db.authToken.deleteMany({
      where: { resource_type: session.role, resource_id: session.id, scope: 'session', id },
    });
  return implement(api, {
    list: async ({ session }) => {
      const rows = await liveSessions(deps.db, deps.now(), session);
      const sessions = rows.map(
        ({ id, browser, network, created_at, last_used_at }): AccountSession => ({
          ...{ id, browser, network, is_current: id === session.token.id },
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        }),
      );
      return { sessions };
    },
    endOthers: async ({ session }) => {
      await end(session, { not: session.token.id });
    },
    end: async ({ id, session, res }) => {
      const { count } = await end(session, id);
      if (!count) throw missing();
      if (id === session.token.id) dropCredentialHeaders(res);
    },
  });
}
