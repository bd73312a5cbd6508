import {
  loadBlog,
  loadBlogCategory,
  loadBlogPost,
  loadReaderBlog,
  loadReaderBlogCategory,
  loadReaderBlogPost,
} from './blog/loaders.ts';
import type { Screen } from './layout/screen.ts';
import { loadPricing } from './pricing/queries.ts';
import { loadSite, loadSites } from './promotion-sites/loaders.ts';
import { loadStatistics } from './statistics/queries.ts';

type Row = Pick<Screen, 'path' | 'screen' | 'src'> & Partial<Screen>;
const page = (row: Row): Screen => ({ access: 'public', sidebar: true, prefetch: true, ...row });

const BLOGS: readonly Screen[] = [
  page({
    path: '/blog',
    screen: async () => (await import('./blog/PostListScreen.tsx')).BlogScreen,
    src: 'client/blog/PostListScreen.tsx',
    load: loadBlog,
  }),
  page({
    path: '/blog/:id/:name?',
    screen: async () => (await import('./blog/PostScreen.tsx')).BlogPostScreen,
    src: 'client/blog/PostScreen.tsx',
    load: loadBlogPost,
  }),
  page({
    path: '/blog/categories/:id/:name?',
    screen: async () => (await import('./blog/PostCategoryScreen.tsx')).BlogCategoryScreen,
    src: 'client/blog/PostCategoryScreen.tsx',
    load: loadBlogCategory,
  }),
  page({
    path: '/reader-blog',
    screen: async () => (await import('./blog/PostListScreen.tsx')).ReaderBlogScreen,
    src: 'client/blog/PostListScreen.tsx',
    load: loadReaderBlog,
  }),
  page({
    path: '/reader-blog/:id/:name?',
    screen: async () => (await import('./blog/PostScreen.tsx')).ReaderBlogPostScreen,
    src: 'client/blog/PostScreen.tsx',
    load: loadReaderBlogPost,
  }),
  page({
    path: '/reader-blog-categories/:id/:name?',
    screen: async () => (await import('./blog/PostCategoryScreen.tsx')).ReaderBlogCategoryScreen,
    src: 'client/blog/PostCategoryScreen.tsx',
    load: loadReaderBlogCategory,
  }),
];

const READERS: readonly Screen[] = [
  {
    path: '/readers/confirm',
    screen: async () => (await import('./readers/ReaderConfirmScreen.tsx')).ReaderConfirmScreen,
    src: 'client/readers/ReaderConfirmScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/readers/unsubscribe',
    screen: async () => (await import('./readers/ReaderUnsubscribeScreen.tsx')).ReaderUnsubscribeScreen,
    src: 'client/readers/ReaderUnsubscribeScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/readers/:uuid/edit',
    screen: async () => (await import('./readers/ReaderEditScreen.tsx')).ReaderEditScreen,
    src: 'client/readers/ReaderEditScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
];

const NUMBERS: readonly Screen[] = [
  page({
    path: '/pricing',
    screen: async () => (await import('./pricing/PricingScreen.tsx')).PricingScreen,
    src: 'client/pricing/PricingScreen.tsx',
    load: loadPricing,
  }),
  page({
    path: '/subscribers-and-statistics',
    screen: async () => (await import('./statistics/StatisticsScreen.tsx')).StatisticsScreen,
    src: 'client/statistics/StatisticsScreen.tsx',
    sidebar: false,
    load: loadStatistics,
  }),
];

const DIRECTORIES: readonly Screen[] = [
  page({
    path: '/best-book-promotion-sites',
    screen: async () => (await import('./promotion-sites/PromotionSitesScreen.tsx')).PromotionSitesScreen,
    src: 'client/promotion-sites/PromotionSitesScreen.tsx',
    load: loadSites,
  }),
  page({
    path: '/best-book-promotion-sites/:id/:name?',
    screen: async () => (await import('./promotion-sites/PromotionSiteScreen.tsx')).PromotionSiteScreen,
    src: 'client/promotion-sites/PromotionSiteScreen.tsx',
    load: loadSite,
  }),
  page({
    path: '/contact',
    screen: async () => (await import('./contact/ContactScreen.tsx')).ContactScreen,
    src: 'client/contact/ContactScreen.tsx',
    script: 'at once',
  }),
];

/** Blogs, numbers, directories and a reader's own pages: for everybody, with contents from the database. */
export const CONTENT_SCREENS: readonly Screen[] = [...BLOGS, ...NUMBERS, ...DIRECTORIES, ...READERS];
