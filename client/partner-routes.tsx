import { paths } from '#shared/paths.ts';
import type { Screen } from './layout/screen.ts';

const partner = { access: 'partner', sidebar: true, prefetch: true } as const;

/** Screens that need a partner session (spec §2). */
export const PARTNER_SCREENS: readonly Screen[] = [
  {
    ...partner,
    path: paths.billing(),
    screen: async () => (await import('./billing/BillingScreen.tsx')).BillingScreen,
    src: 'client/billing/BillingScreen.tsx',
  },
];
