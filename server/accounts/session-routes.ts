/** Token validation, sign-out, and the caller's sessions: listing them and ending them. */
import { implement } from '#server/api/implement.ts';
import { dropCredentialHeaders, setCredentialHeaders } from '#server/auth/guards.ts';
import { activeSessions, endViews } from '#server/auth/tokens.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { partnerSessionsApi, userSessionsApi } from '#shared/api/sessions.ts';
import type { AccountSession, Role } from '#shared/auth.ts';
import { authContext } from './auth-context.ts';
import * as authErrors from './auth-errors.ts';
import { signOut } from './service.ts';

export function sessionRoutes(deps: Pick<Deps, 'db' | 'now'>, role: Role) {
  const { summary, ownSession } = authContext(role);
  const endSessions = (session: { role: Role; id: number }, id: number | { not: number }) =>
    deps.db.$transaction(async (tx) => {
      if (session.role === 'user') await endViews(tx, session.id);
      return tx.authToken.deleteMany({
        where: { resource_type: session.role, resource_id: session.id, scope: 'session', id },
      });
    });
  const api = role === 'partner' ? partnerSessionsApi : userSessionsApi;
  return implement(api, {
    validateToken: ({ res }) => {
      const session = ownSession(res);
      if (!session) throw authErrors.badToken();
      const { account, token } = session;
      // `withCredentials` would log the partner instead of the staff member who views their screens.
      setCredentialHeaders(res, account.uid, token);
      const view = token.viewer_id && { is_view: true };
      return { success: true as const, data: { ...summary(account), ...view } as never };
    },
    signOut: async ({ res }) => {
      const session = ownSession(res);
      if (!session || !(await signOut(deps, session))) throw authErrors.notSignedIn();
      return { success: true as const };
    },
    list: async ({ session }) => {
      const rows = await activeSessions(deps.db, deps.now(), session);
      const sessions = rows.map(
        ({ id, browser, network, created_at, last_used_at }): AccountSession => ({
          id,
          browser,
          network,
          is_current: id === session.token.id,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        }),
      );
      return { sessions };
    },
    endOthers: async ({ session }) => {
      await endSessions(session, { not: session.token.id });
    },
    end: async ({ id, session, res }) => {
      const { count } = await endSessions(session, id);
      if (!count) throw notFound();
      if (id === session.token.id) dropCredentialHeaders(res);
    },
  });
}
