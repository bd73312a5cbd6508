import type { Role } from '#shared/auth.ts';

/** As in shared/auth.ts, without the zod that stands there. */
export const ROLES: readonly Role[] = ['partner', 'user'];
