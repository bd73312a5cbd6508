import type { ScreenTable } from '#client/layout/screen.ts';

const FORM = { script: 'immediate' } as const;

/** The AI tools, which need no account. */
export const TABLE: ScreenTable = {
  files: import.meta.glob('../../features/ai/public/*Screen.tsx'),
  rows: [
    ['/ai/book-description-generator', 'ai/public/BookDescriptionScreen.tsx', FORM],
    ['/ai/pen-name-generator', 'ai/public/PenNameScreen.tsx', FORM],
    ['/ai/book-character-generator', 'ai/public/BookCharacterScreen.tsx', FORM],
    ['/ai/book-title-generator', 'ai/public/BookTitleScreen.tsx', FORM],
    ['/ai/book-plot-generator', 'ai/public/BookPlotScreen.tsx', FORM],
  ],
};
