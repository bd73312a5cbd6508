import { useSession } from './SessionContext.tsx';

/** Whether an administrator is signed in; screens offer an editor only what an editor may do. */
export const useIsAdmin = () => useSession().user.record?.role === 'admin';
