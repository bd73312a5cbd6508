import type { ScreenTable } from '#client/layout/screen.ts';

/** The page that shows every UI component. Only the sandbox serves it. */
export const TABLE: ScreenTable = {
  files: import.meta.glob('../../features/kit/*Screen.tsx'),
  rows: [['/dev/ui', 'kit/KitScreen.tsx', { sidebar: false, prefetch: false, script: 'immediate' }]],
};
