import type { ScreenTable } from '#client/layout/screen.ts';

/** Pages of the sandbox's tools, which other modes don't serve. */
export const TABLE: ScreenTable = {
  files: import.meta.glob('../../features/kit/*Screen.tsx'),
  rows: [['/dev/ui', 'kit/KitScreen.tsx', { sidebar: false, prefetch: false, script: 'immediate' }]],
};
