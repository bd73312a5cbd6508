import { use, useEffect } from 'react';
import { watchErrors } from '#client/api/http.ts';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { RenewShellContext } from '#client/ui/shell.ts';
import type { Role } from '#shared/auth.ts';
import { SECOND_FACTOR_REQUIRED } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { useSession, useSessionStore } from './SessionContext.tsx';

/**
 * Re-checks both roles on each route change, and logs a role out when the server says 403 (spec §4, §8). For who is signed in
 * the clock is asked for again: what they may still do hangs on it.
 */
export function SessionWatch() {
  const session = useSessionStore();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const renewShell = use(RenewShellContext);
  const { partner, user } = useSession();
  const isSignedIn = partner.isSignedIn || user.isSignedIn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new pathname is a reason to check
  useEffect(() => {
    for (const role of ROLES) void session.check(role);
  }, [session, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new pathname is a reason to ask
  useEffect(() => {
    const renew = () => void (isSignedIn && document.visibilityState === 'visible' && renewShell());
    renew();
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [isSignedIn, renewShell, pathname]);

  useEffect(() => {
    const stop = watchErrors(({ kind, role, path, body }) => {
      if (body?.code === SECOND_FACTOR_REQUIRED) {
        const { pathname, search } = location;
        const setUp = paths.userSecondFactor();
        if (pathname !== setUp)
          void navigate(`${setUp}?next=${encodeURIComponent(pathname + search)}`, { replace: true });
        return;
      }
      if (!role || path.includes('-auth')) return;
      // Of who has left already, nothing is asked: they have chosen where to go.
      if (kind === 401 && session.get()[role].isSignedIn) void session.check(role);
      if (kind !== 403) return;
      session.leave(role);
      void navigate('/');
    });
    return () => void stop();
  }, [session, navigate]);

  return null;
}

/** As in shared/auth.ts, without the zod that stands there. */
const ROLES: readonly Role[] = ['partner', 'user'];
