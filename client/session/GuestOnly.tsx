import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from '#client/app/router.ts';
import type { Role } from '#shared/auth.ts';
import { useSession } from './SessionContext.tsx';
import { afterSignIn } from './sign-in-path.ts';

type Props = {
  forRole: Role;
  /** Instead of the role's first screen. */
  home?: string;
  children: ReactNode;
};

/** Sign-in and sign-up pages: whoever is (or has just become) signed in goes on to where they wanted to be. */
export function GuestOnly({ forRole: role, home, children }: Props) {
  const { isSignedIn } = useSession()[role];
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (isSignedIn) void navigate(afterSignIn(role, search, home), { replace: true });
  }, [isSignedIn, role, search, home, navigate]);

  return children;
}
