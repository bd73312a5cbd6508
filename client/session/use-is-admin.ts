import { useSession } from './SessionContext.tsx';

/** True for an administrator. Screens hide the actions that editors may not take. */
export const useIsAdmin = () => useSession().user.record?.role === 'admin';
