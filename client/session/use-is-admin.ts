import { useSession } from './SessionContext.tsx';

/** True for an administrator. Screens offer editors only what they may do. */
export const useIsAdmin = () => useSession().user.record?.role === 'admin';
