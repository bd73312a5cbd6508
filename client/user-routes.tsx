import type { Screen } from './layout/screen.ts';

/** Screens that need a staff session (spec §2); the sign-in page is public and stands in public-routes.tsx. */
export const USER_SCREENS: readonly Screen[] = [];
