import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import type { Role } from '#shared/auth.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { useSession } from './SessionContext.tsx';
import { signInPath } from './sign-in-path.ts';

type Props = { forRole: Role; waiting: ReactNode; children: ReactNode };

/** Shows `children` to the signed-in role only; everybody else is sent to its sign-in page and comes back after it. */
export function RequireRole({ forRole: role, waiting, children }: Props) {
  const { isLoading, isSignedIn, hasLeft } = useSession()[role];
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const sendAway = !isLoading && !isSignedIn && !hasLeft;

  useEffect(() => {
    if (!sendAway) return;
    notify.error(CLIENT_TEXTS.notSignedIn);
    void navigate(signInPath(role, pathname + search), { replace: true });
  }, [sendAway, role, pathname, search, navigate]);

  return isSignedIn ? children : waiting;
}
