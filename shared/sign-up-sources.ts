/** Sources of readers: imports, and kinds of pages with a sign-up form, derived from the page's path. */
export const SIGN_UP_SOURCES = [
  'home',
  'deals',
  'category',
  'book',
  'author',
  'guide',
  'reader_blog',
  'landing',
  'embed',
  'import',
  'other',
] as const;
export type SignUpSource = (typeof SIGN_UP_SOURCES)[number];

const BY_FIRST_SEGMENT: Record<string, SignUpSource> = {
  '': 'home',
  'ebook-deals': 'deals',
  categories: 'category',
  books: 'book',
  authors: 'author',
  'marketing-guide': 'guide',
  'author-resources': 'guide',
  'reader-blog': 'reader_blog',
  'reader-blog-categories': 'reader_blog',
  newsletter: 'landing',
};

export function signUpSource(page: string | undefined): SignUpSource {
  if (page === undefined) return 'other';
  if (page.startsWith('/newsletter/embed/')) return 'embed';
  const first = page.split('/')[1] ?? '';
  return Object.hasOwn(BY_FIRST_SEGMENT, first) ? BY_FIRST_SEGMENT[first]! : 'other';
}
