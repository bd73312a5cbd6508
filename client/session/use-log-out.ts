import { mayLeave } from '#client/api/unsaved.ts';
import { useNavigate } from '#client/app/router.ts';
import type { Role } from '#shared/auth.ts';
import { useSessionStore } from './SessionContext.tsx';
import { signInPath } from './sign-in-path.ts';

/** Partner log out goes to the partner's sign-in page, user log out to the user's (spec §4). */
export function useLogOut() {
  const session = useSessionStore();
  const navigate = useNavigate();
  return async (role: Role) => {
    if (!mayLeave()) return;
    await session.logOut(role);
    await navigate(signInPath(role));
  };
}
