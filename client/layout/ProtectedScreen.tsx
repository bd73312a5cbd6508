import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { UnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { signInPath } from '#client/session/sign-in-path.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { Seo } from '#client/ui/Seo.tsx';
import { ScreenSkeleton } from '#client/ui/Skeletons.tsx';
import type { Role } from '#shared/auth.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Screen } from './screen.ts';

/**
 * Puts a screen behind sign-in. The server and the first paint show a skeleton; the screen renders once its script has
 * loaded and the role is known to be signed in.
 */
export function protectScreen({ src, screen }: Screen, forRole: Role): ComponentType {
  const placeholder = (
    <>
      <Seo title={TITLES[forRole]} description="Sign in to see this page." noindex />
      <ScreenSkeleton />
    </>
  );
  const Loaded = lazyPart(src, () => loadFramed(screen, forRole), null);
  return () => (
    <RequireRole forRole={forRole} placeholder={placeholder}>
      <UnsavedGuard />
      <Loaded placeholder={placeholder} />
    </RequireRole>
  );
}

/** Loads a screen with Mantine, which only protected screens and /dev/ui use. */
async function loadFramed(screen: Screen['screen'], forRole: Role) {
  const [Content, { MantineFrame }] = await Promise.all([screen(), import('#client/ui/app/MantineFrame.tsx')]);
  return () => (
    <MantineFrame>
      <Content />
      {forRole === 'user' && <StaffCommands />}
    </MantineFrame>
  );
}

/** Separate, so that a screen doesn't wait for its shortcuts. */
const StaffCommands = lazyPart(
  'staff commands',
  async () => (await import('./StaffCommands.tsx')).StaffCommands,
  () => null,
);

/** The page titles until the screen sets its own. */
const TITLES: Record<Role, string> = { partner: 'Partner account', user: 'Staff' };

type Props = { forRole: Role; placeholder: ReactNode; children: ReactNode };

/**
 * Shows `children` to the signed-in role. Redirects others to the role's sign-in page, which leads back, or to the
 * partner's page after a staff view has ended. A logout or a 403 has its own redirect.
 */
function RequireRole({ forRole: role, placeholder, children }: Props) {
  const { isLoading, isSignedIn, hasSignedOut, record } = useSession()[role];
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const shouldRedirect = !isLoading && !isSignedIn && !hasSignedOut;

  /** The id of the partner whose screens staff are viewing, or 0. */
  const viewedPartnerId = useRef(0);
  if (record) viewedPartnerId.current = 'is_view' in record ? record.id : 0;

  useEffect(() => {
    if (!shouldRedirect) return;
    const partnerId = viewedPartnerId.current;
    notify.error(partnerId ? 'You’re no longer viewing this partner’s screens.' : CLIENT_TEXTS.notSignedIn);
    void navigate(partnerId ? paths.userPartner(partnerId) : signInPath(role, pathname + search), { replace: true });
  }, [shouldRedirect, role, pathname, search, navigate]);

  return isSignedIn ? children : placeholder;
}
