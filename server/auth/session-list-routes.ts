/** The sessions of one's own account, and ending them. */
import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import type { AccountSession, Role } from '#shared/auth.ts';
import { IdParams } from '#shared/params.ts';
import { dropCredentialHeaders } from './door.ts';
import { requirePartner, requireUser, sessionOf } from './guards.ts';
import { liveSessions } from './tokens.ts';

export function sessionListRoutes(deps: Deps, role: Role): Router {
  const router = Router();
  router.use(role === 'partner' ? requirePartner : requireUser);
  router.get('/', async (_req, res) => {
    const session = sessionOf(res);
    const rows = await liveSessions(deps.db, deps.now(), session);
    const sessions = rows.map(
      ({ id, browser, network, created_at, last_used_at }): AccountSession => ({
        ...{ id, browser, network, is_current: id === session.token.id },
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
      }),
    );
    res.json({ sessions });
  });
  router.delete('/', async (_req, res) => {
    const { id, token } = sessionOf(res);
    await endSessions({ resource_id: id, id: { not: token.id } });
    res.status(204).end();
  });
  router.delete('/:id', async (req, res) => {
    const parsed = IdParams.safeParse(req.params);
    if (!parsed.success) throw missing();
    const { id, token } = sessionOf(res);
    const { count } = await endSessions({ resource_id: id, id: parsed.data.id });
    if (!count) throw missing();
    if (parsed.data.id === token.id) dropCredentialHeaders(res);
    res.status(204).end();
  });
  return router;

  function endSessions(which: { resource_id: number; id: number | { not: number } }) {
    return deps.db.authToken.deleteMany({ where: { ...which, resource_type: role, scope: 'session' } });
  }
}
