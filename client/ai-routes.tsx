import type { Screen } from './layout/screen.ts';

export const AI_SCREENS: readonly Screen[] = [
  {
    path: '/ai/book-description-generator',
    screen: async () => (await import('./ai/BookDescriptionScreen.tsx')).BookDescriptionScreen,
    src: 'client/ai/BookDescriptionScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/pen-name-generator',
    screen: async () => (await import('./ai/PenNameScreen.tsx')).PenNameScreen,
    src: 'client/ai/PenNameScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-character-generator',
    screen: async () => (await import('./ai/BookCharacterScreen.tsx')).BookCharacterScreen,
    src: 'client/ai/BookCharacterScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-title-generator',
    screen: async () => (await import('./ai/BookTitleScreen.tsx')).BookTitleScreen,
    src: 'client/ai/BookTitleScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-plot-generator',
    screen: async () => (await import('./ai/BookPlotScreen.tsx')).BookPlotScreen,
    src: 'client/ai/BookPlotScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
];
