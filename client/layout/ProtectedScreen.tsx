import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { loadChunk } from '#client/api/load-chunk.ts';
import { UnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { signInPath } from '#client/session/sign-in-path.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { Seo } from '#client/ui/Seo.tsx';
import { ScreenSkeleton } from '#client/ui/Skeletons.tsx';
import type { Role } from '#shared/auth.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import type { Screen } from './screen.ts';

/** A screen behind sign-in. The server and the first paint show its skeleton; its script loads once the role is known. */
export function behindSession({ src, screen }: Screen, forRole: Role): ComponentType {
  const Loaded = lazy(async () => ({ default: await loadChunk(src, screen) }));
  const waiting = (
    <>
      <Seo title={TITLES[forRole]} description="This page is for people who are signed in." noindex />
      <ScreenSkeleton />
    </>
  );
  return () => (
    <RequireRole forRole={forRole} waiting={waiting}>
      <UnsavedGuard />
      <Suspense fallback={waiting}>
        <MantineFrame>
          <Loaded />
        </MantineFrame>
      </Suspense>
    </RequireRole>
  );
}

/** The page titles until the screen sets its own. */
const TITLES: Record<Role, string> = { partner: 'Partner account', user: 'Staff' };

/** Mantine comes with the protected screens only. */
const MantineFrame = lazy(async () => ({
  default: (await loadChunk('controls', () => import('#client/ui/app/MantineFrame.tsx'))).MantineFrame,
}));

type Props = { forRole: Role; waiting: ReactNode; children: ReactNode };

/** Shows `children` to the signed-in role only; others are redirected to its sign-in page and come back after it. */
function RequireRole({ forRole: role, waiting, children }: Props) {
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
