import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from '#client/app/router.ts';
import type { Role } from '#shared/auth.ts';
import { useSession } from './SessionContext.tsx';
import { afterSignIn } from './sign-in-path.ts';

type Props = {
  forRole: Role;
  /** The page after sign-in, if not the role's first screen. */
  home?: string;
  children: ReactNode;
};

/**
 * Wraps sign-in and sign-up pages. People who are signed in, or have just signed in, are redirected to the page they
 * came for.
 */
export function GuestOnly({ forRole: role, home, children }: Props) {
  const { isSignedIn } = useSession()[role];
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (isSignedIn) void navigate(afterSignIn(role, search, home), { replace: true });
  }, [isSignedIn, role, search, home, navigate]);

  return children;
}
