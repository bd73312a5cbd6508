import { useSession } from './SessionContext.tsx';

/** True for an administrator; screens offer an editor only what an editor may do. */
export const useIsAdmin = () => useSession().user.record?.role === 'admin';
