import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from '#client/router.ts';
import type { Role } from '#shared/auth.ts';
import { useSession } from './SessionContext.tsx';
import { afterSignIn } from './sign-in-path.ts';

/** Sign-in and sign-up pages: whoever is (or has just become) signed in goes on to where they wanted to be. */
export function GuestOnly({ forRole: role, children }: { forRole: Role; children: ReactNode }) {
  const { isSignedIn } = useSession()[role];
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (isSignedIn) void navigate(afterSignIn(role, search), { replace: true });
  }, [isSignedIn, role, search, navigate]);

  return children;
}
