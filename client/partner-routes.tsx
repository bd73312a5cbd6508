import type { Screen } from './layout/screen.ts';

/** Screens that need a partner session (spec §2). */
export const PARTNER_SCREENS: readonly Screen[] = [];
