import { confirmDiscard } from '#client/api/unsaved.ts';
import { useNavigate } from '#client/app/router.ts';
import type { Role } from '#shared/auth.ts';
import { useSessionStore } from './SessionContext.tsx';
import { signInPath } from './sign-in-path.ts';

/** Logs a role out and opens its sign-in page. */
export function useLogOut() {
  const session = useSessionStore();
  const navigate = useNavigate();
  return async (role: Role) => {
    if (!confirmDiscard()) return;
    await session.logOut(role);
    await navigate(signInPath(role));
  };
}
