import {
  loadBlog,
  loadBlogCategory,
  loadBlogPost,
  loadReaderBlog,
  loadReaderBlogCategory,
  loadReaderBlogPost,
} from '#client/features/blog/public/queries.ts';
import { loadPricing } from '#client/features/pricing/queries.ts';
import { loadSite, loadSites } from '#client/features/promotion-sites/queries.ts';
import { loadStatistics } from '#client/features/statistics/queries.ts';
import type { Screen } from '#client/layout/screen.ts';

type Row = Pick<Screen, 'path' | 'screen' | 'src'> & Partial<Screen>;
const page = (row: Row): Screen => ({ access: 'public', sidebar: true, prefetch: true, ...row });

const BLOGS: readonly Screen[] = [
  page({
    path: '/blog',
    screen: async () => (await import('#client/features/blog/public/PostListScreen.tsx')).BlogScreen,
    src: 'client/features/blog/public/PostListScreen.tsx',
    load: loadBlog,
  }),
  page({
    path: '/blog/:id/:name?',
    screen: async () => (await import('#client/features/blog/public/PostScreen.tsx')).BlogPostScreen,
    src: 'client/features/blog/public/PostScreen.tsx',
    load: loadBlogPost,
  }),
  page({
    path: '/blog/categories/:id/:name?',
    screen: async () => (await import('#client/features/blog/public/PostCategoryScreen.tsx')).BlogCategoryScreen,
    src: 'client/features/blog/public/PostCategoryScreen.tsx',
    load: loadBlogCategory,
  }),
  page({
    path: '/reader-blog',
    screen: async () => (await import('#client/features/blog/public/PostListScreen.tsx')).ReaderBlogScreen,
    src: 'client/features/blog/public/PostListScreen.tsx',
    load: loadReaderBlog,
  }),
  page({
    path: '/reader-blog/:id/:name?',
    screen: async () => (await import('#client/features/blog/public/PostScreen.tsx')).ReaderBlogPostScreen,
    src: 'client/features/blog/public/PostScreen.tsx',
    load: loadReaderBlogPost,
  }),
  page({
    path: '/reader-blog-categories/:id/:name?',
    screen: async () => (await import('#client/features/blog/public/PostCategoryScreen.tsx')).ReaderBlogCategoryScreen,
    src: 'client/features/blog/public/PostCategoryScreen.tsx',
    load: loadReaderBlogCategory,
  }),
];

const READERS: readonly Screen[] = [
  {
    path: '/readers/confirm',
    screen: async () => (await import('#client/features/readers/ReaderConfirmScreen.tsx')).ReaderConfirmScreen,
    src: 'client/features/readers/ReaderConfirmScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/readers/unsubscribe',
    screen: async () => (await import('#client/features/readers/ReaderUnsubscribeScreen.tsx')).ReaderUnsubscribeScreen,
    src: 'client/features/readers/ReaderUnsubscribeScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/readers/:uuid/edit',
    screen: async () => (await import('#client/features/readers/ReaderEditScreen.tsx')).ReaderEditScreen,
    src: 'client/features/readers/ReaderEditScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
];

const NUMBERS: readonly Screen[] = [
  page({
    path: '/pricing',
    screen: async () => (await import('#client/features/pricing/PricingScreen.tsx')).PricingScreen,
    src: 'client/features/pricing/PricingScreen.tsx',
    load: loadPricing,
  }),
  page({
    path: '/subscribers-and-statistics',
    screen: async () => (await import('#client/features/statistics/StatisticsScreen.tsx')).StatisticsScreen,
    src: 'client/features/statistics/StatisticsScreen.tsx',
    sidebar: false,
    load: loadStatistics,
  }),
];

const DIRECTORIES: readonly Screen[] = [
  page({
    path: '/best-book-promotion-sites',
    screen: async () =>
      (await import('#client/features/promotion-sites/PromotionSitesScreen.tsx')).PromotionSitesScreen,
    src: 'client/features/promotion-sites/PromotionSitesScreen.tsx',
    load: loadSites,
  }),
  page({
    path: '/best-book-promotion-sites/:id/:name?',
    screen: async () => (await import('#client/features/promotion-sites/PromotionSiteScreen.tsx')).PromotionSiteScreen,
    src: 'client/features/promotion-sites/PromotionSiteScreen.tsx',
    load: loadSite,
  }),
  page({
    path: '/contact',
    screen: async () => (await import('#client/features/contact/ContactScreen.tsx')).ContactScreen,
    src: 'client/features/contact/ContactScreen.tsx',
    script: 'at once',
  }),
];

/** Blogs, numbers, directories and a reader's own pages: for everybody, with contents from the database. */
export const CONTENT_SCREENS: readonly Screen[] = [...BLOGS, ...NUMBERS, ...DIRECTORIES, ...READERS];
