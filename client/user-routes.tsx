import type { Screen } from './layout/screen.ts';

/** Screens that need a staff session (spec §2); the sign-in page is public and stands in public-routes.tsx. */
export const USER_SCREENS: readonly Screen[] = [
  {
    path: '/users/promotions',
    screen: async () => (await import('./review/UserPromotionsScreen.tsx')).UserPromotionsScreen,
    src: 'client/review/UserPromotionsScreen.tsx',
    access: 'user',
    sidebar: true,
    prefetch: true,
  },
];
