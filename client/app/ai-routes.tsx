import type { Screen } from '#client/layout/screen.ts';

export const AI_SCREENS: readonly Screen[] = [
  {
    path: '/ai/book-description-generator',
    screen: async () => (await import('#client/features/ai/public/BookDescriptionScreen.tsx')).BookDescriptionScreen,
    src: 'client/features/ai/public/BookDescriptionScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/pen-name-generator',
    screen: async () => (await import('#client/features/ai/public/PenNameScreen.tsx')).PenNameScreen,
    src: 'client/features/ai/public/PenNameScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-character-generator',
    screen: async () => (await import('#client/features/ai/public/BookCharacterScreen.tsx')).BookCharacterScreen,
    src: 'client/features/ai/public/BookCharacterScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-title-generator',
    screen: async () => (await import('#client/features/ai/public/BookTitleScreen.tsx')).BookTitleScreen,
    src: 'client/features/ai/public/BookTitleScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-plot-generator',
    screen: async () => (await import('#client/features/ai/public/BookPlotScreen.tsx')).BookPlotScreen,
    src: 'client/features/ai/public/BookPlotScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
];
