import type { Screen } from '#client/layout/screen.ts';

/** A part of the route table. */
type Area = {
  /** The first parts of the addresses of its screens. */
  under: readonly string[];
  /** Its source file, by which the server finds its script. */
  src: string;
  screens: () => Promise<readonly Screen[]>;
};

/** Every screen of spec §2, in parts: a page's script brings the part it stands in, and a link to another fetches that one. */
const AREAS: readonly Area[] = [
  {
    under: ['', 'ebook-deals', 'books', 'categories', 'authors'],
    src: 'client/app/book-routes.tsx',
    screens: async () => (await import('./book-routes.tsx')).BOOK_SCREENS,
  },
  {
    under: ['ai'],
    src: 'client/app/ai-routes.tsx',
    screens: async () => (await import('./ai-routes.tsx')).AI_SCREENS,
  },
  {
    under: [
      'marketing-guide',
      'author-resources',
      'about',
      'privacy',
      'terms-and-conditions',
      'partnership-guidelines',
      'promotion-requirements',
      'partners-referral-program',
      'social-media-icons',
    ],
    src: 'client/app/marketing-routes.tsx',
    screens: async () => (await import('./marketing-routes.tsx')).MARKETING_SCREENS,
  },
  {
    under: [
      'blog',
      'reader-blog',
      'reader-blog-categories',
      'pricing',
      'subscribers-and-statistics',
      'best-book-promotion-sites',
      'contact',
      'readers',
    ],
    src: 'client/app/content-routes.tsx',
    screens: async () => (await import('./content-routes.tsx')).CONTENT_SCREENS,
  },
  {
    under: ['partners'],
    src: 'client/app/partner-routes.tsx',
    screens: async () => (await import('./partner-routes.tsx')).PARTNER_SCREENS,
  },
  {
    under: ['users', 'u'],
    src: 'client/app/user-routes.tsx',
    screens: async () => (await import('./user-routes.tsx')).USER_SCREENS,
  },
];

/** The area that an address belongs to; undefined where there is nothing but redirects and the not-found page. */
export function areaOf(path: string) {
  const first = path.split('/')[1] ?? '';
  return AREAS.find(({ under }) => under.includes(first));
}

/** The whole route table. */
export const allScreens = async () => (await Promise.all(AREAS.map(({ screens }) => screens()))).flat();
