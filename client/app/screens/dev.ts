import type { ScreenTable } from '#client/layout/screen.ts';

/** The page that shows the controls of client/ui and their states. Only the sandbox serves it. */
export const TABLE: ScreenTable = {
  files: import.meta.glob('../../features/kit/*Screen.tsx'),
  rows: [['/dev/ui', 'kit/KitScreen.tsx', { sidebar: false, prefetch: false, script: 'immediate' }]],
};
