import type { Role } from '#shared/auth.ts';

/** Created by the seed in demo mode only. */
export const DEMO_ACCOUNTS: Record<Role, { email: string; password: string }> = {
  partner: { email: 'partner@deckle.test', password: 'deckle-demo-partner' },
  user: { email: 'staff@deckle.test', password: 'deckle-demo-staff' },
};
