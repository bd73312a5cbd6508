/** The files of client/public/badges, and the words to put them on a page. */
export type Badge = { file: string; label: string; width: number; height: number; scheme: 'light' | 'dark' };

export const BADGES: readonly Badge[] = [
  {
    file: 'featured-on-deckle-light.svg',
    label: 'Featured on Deckle, for light pages',
    width: 167,
    height: 64,
    scheme: 'light',
  },
  {
    file: 'featured-on-deckle-dark.svg',
    label: 'Featured on Deckle, for dark pages',
    width: 167,
    height: 64,
    scheme: 'dark',
  },
  { file: 'deckle-mark-light.svg', label: 'The mark alone, for light pages', width: 64, height: 64, scheme: 'light' },
  { file: 'deckle-mark-dark.svg', label: 'The mark alone, for dark pages', width: 64, height: 64, scheme: 'dark' },
];

export const badgeUrl = ({ file }: Badge) => `/badges/${file}`;

/**
 * For somebody else's page, which serves the file itself: a picture fetched from here would tell us who visits there,
 * and our answers refuse to be shown on other sites.
 */
export const badgeHtml = ({ file, width, height }: Badge, appUrl: string) =>
  `<a href="${appUrl}">\n  <img src="${file}" width="${width}" height="${height}" alt="Featured on Deckle">\n</a>`;
