import { use, useEffect } from 'react';
import { isSessionLost } from '#client/api/api-error.ts';
import { watchErrors } from '#client/api/http.ts';
import type { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { RefreshShellContext } from '#client/ui/shell.ts';
import type { Role } from '#shared/auth.ts';
import { SECOND_FACTOR_REQUIRED } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { useSession, useSessionStore } from './SessionContext.tsx';

/**
 * Checks both roles on each route change, and a signed-in role when its credentials are refused. A 403 logs its role
 * out, except in account calls and in a staff view. Opens the setup of a second factor when staff need one. Refreshes
 * the server's time for signed-in people, because their allowed actions depend on it.
 */
export function SessionWatch() {
  const session = useSessionStore();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const refreshShell = use(RefreshShellContext);
  const { partner, user } = useSession();
  const isSignedIn = partner.isSignedIn || user.isSignedIn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks on each new pathname
  useEffect(() => {
    for (const role of ROLES) void session.check(role);
  }, [session, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes on each new pathname
  useEffect(() => {
    const refresh = () => void (isSignedIn && document.visibilityState === 'visible' && refreshShell());
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [isSignedIn, refreshShell, pathname]);

  useEffect(() => {
    const stop = watchErrors((error) => {
      const { kind, role, path, body } = error;
      if (body?.code === SECOND_FACTOR_REQUIRED) {
        const { pathname, search } = location;
        const setUp = paths.userSecondFactor();
        if (pathname !== setUp)
          void navigate(`${setUp}?next=${encodeURIComponent(pathname + search)}`, { replace: true });
        return;
      }
      // Staff who view a partner's screens can't change anything there, but stay signed in.
      if (kind === 403 && role === 'partner' && session.get().partner.record?.is_view)
        return notify.error('You’re viewing a partner’s screens, so you can’t change anything.');
      if (!role || /-auth\//.test(path)) return;
      // Skipped after a logout, which has navigated already.
      if (isSessionLost(error) && session.get()[role].isSignedIn) void session.check(role);
      if (kind !== 403 || path.endsWith('-auth')) return;
      session.endSession(role);
      // The screen, which would ask about its forms, is already gone.
      void navigate('/', { state: WITHOUT_PROMPT });
    });
    return () => void stop();
  }, [session, navigate]);

  return null;
}

/** Copied from shared/auth.ts, because importing it would load zod. */
const ROLES: readonly Role[] = ['partner', 'user'];
/** Copied, and checked by its type, because importing it would add the prompt to every page. */
const WITHOUT_PROMPT: typeof SKIP_UNSAVED_PROMPT = 'keeps forms';
