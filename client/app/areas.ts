import type { ComponentType } from 'react';
import type { Screen, ScreenTable } from '#client/layout/screen.ts';

/** A part of the route table: the first segments of its addresses, and its source file, by which the server finds its script if it has one of its own. */
type Area = { under: readonly string[]; src: string; screens: () => Promise<readonly Screen[]> };

const area = (name: string, under: readonly string[], load: () => Promise<{ TABLE: ScreenTable }>): Area => ({
  under,
  src: `client/app/screens/${name}.ts`,
  screens: async () => screensOf((await load()).TABLE),
});

/** Every screen, in parts: a page's script brings its own part of the table, and a link to another part fetches that one. */
const AREAS: readonly Area[] = [
  area('books', ['', 'ebook-deals', 'books', 'categories', 'authors'], () => import('./screens/books.ts')),
  area('ai', ['ai'], () => import('./screens/ai.ts')),
  area(
    'guides',
    [
      ...['marketing-guide', 'author-resources', 'about', 'privacy', 'terms-and-conditions', 'partnership-guidelines'],
      ...['how-we-count-clicks', 'promotion-requirements', 'partners-referral-program', 'social-media-icons', 'faq'],
    ],
    () => import('./screens/guides.ts'),
  ),
  area(
    'content',
    [
      ...['blog', 'reader-blog', 'reader-blog-categories', 'pricing', 'subscribers-and-statistics'],
      ...['best-book-promotion-sites', 'contact', 'readers', 'newsletter', 'today'],
    ],
    () => import('./screens/content.ts'),
  ),
  area('partners', ['partners'], () => import('./screens/partners.ts')),
  area('staff', ['users', 'u'], () => import('./screens/staff.ts')),
  area('dev', ['dev'], () => import('./screens/dev.ts')),
];

/** The area that an address belongs to; undefined for redirects and unknown addresses. */
export function areaOf(path: string) {
  const first = path.split('/')[1] ?? '';
  return AREAS.find(({ under }) => under.includes(first));
}

/** The whole route table. */
export const allScreens = async () => (await Promise.all(AREAS.map(({ screens }) => screens()))).flat();

const screensOf = ({ files, rows }: ScreenTable): Screen[] =>
  rows.map(([path, file, options]) => {
    const [source = '', name] = file.split('#');
    const isContent = source.startsWith('content/');
    const key = isContent ? `../../../${source}` : `../../features/${source}`;
    return {
      ...{ access: 'public', sidebar: true, prefetch: true },
      ...options,
      path,
      src: isContent ? source : `client/features/${source}`,
      screen: async () => {
        const module = (await files[key]!()) as { [name: string]: ComponentType };
        return module[name ?? Object.keys(module).find((key) => key.endsWith('Screen'))!]!;
      },
    };
  });
