import type { ComponentType } from 'react';
import type { Screen, ScreenTable } from '#client/layout/screen.ts';

/**
 * A part of the route table: the first path segments of its screens, and its source file. The build manifest lists its
 * script under that file.
 */
type Area = { segments: readonly string[]; src: string; loadScreens: () => Promise<readonly Screen[]> };

const area = (name: string, segments: readonly string[], load: () => Promise<{ TABLE: ScreenTable }>): Area => ({
  segments,
  src: `client/app/screens/${name}.ts`,
  loadScreens: async () => screensOf((await load()).TABLE),
});

/** All screens, by area. A page's script includes its area's table; a link to another area loads that area's table. */
const AREAS: readonly Area[] = [
  area('books', ['', 'ebook-deals', 'books', 'categories', 'authors'], () => import('./screens/books.ts')),
  area('ai', ['ai'], () => import('./screens/ai.ts')),
  area(
    'guides',
    [
      'marketing-guide',
      'author-resources',
      'about',
      'privacy',
      'terms-and-conditions',
      'partnership-guidelines',
      'how-we-count-clicks',
      'promotion-requirements',
      'partners-referral-program',
      'social-media-icons',
      'faq',
    ],
    () => import('./screens/guides.ts'),
  ),
  area(
    'content',
    [
      'blog',
      'reader-blog',
      'reader-blog-categories',
      'pricing',
      'subscribers-and-statistics',
      'best-book-promotion-sites',
      'contact',
      'readers',
      'newsletter',
      'today',
    ],
    () => import('./screens/content.ts'),
  ),
  area('partners', ['partners'], () => import('./screens/partners.ts')),
  area('staff', ['users', 'u'], () => import('./screens/staff.ts')),
  area('dev', ['dev'], () => import('./screens/dev.ts')),
];

/** The area that a path's first segment belongs to, or undefined if there is none. */
export function areaOf(path: string) {
  const first = path.split('/')[1] ?? '';
  return AREAS.find(({ segments }) => segments.includes(first));
}

/** The whole route table. */
export const loadAllScreens = async () => (await Promise.all(AREAS.map(({ loadScreens }) => loadScreens()))).flat();

const screensOf = ({ files, rows }: ScreenTable): Screen[] =>
  rows.map(([path, file, options]) => {
    const [source = '', exportName] = file.split('#');
    const isInContentFolder = source.startsWith('content/');
    const key = isInContentFolder ? `../../../${source}` : `../../features/${source}`;
    return {
      access: 'public',
      sidebar: true,
      prefetch: true,
      ...options,
      path,
      src: isInContentFolder ? source : `client/features/${source}`,
      screen: async () => {
        const module = (await files[key]!()) as { [name: string]: ComponentType };
        return module[exportName ?? Object.keys(module).find((exported) => exported.endsWith('Screen'))!]!;
      },
    };
  });
