import {
  loadBlog,
  loadBlogCategory,
  loadBlogPost,
  loadReaderBlog,
  loadReaderBlogCategory,
  loadReaderBlogPost,
} from '#client/features/blog/public/queries.ts';
import { loadPricing } from '#client/features/pricing/queries.ts';
import { loadComparison, loadSite, loadSites } from '#client/features/promotion-sites/queries.ts';
import { loadStatistics } from '#client/features/statistics/queries.ts';
import type { ScreenTable } from '#client/layout/screen.ts';

const FROM_EMAIL_LINK = { sidebar: false, prefetch: false, script: 'immediate' } as const;

const importArchive = () => import('#client/features/readers/archive.ts');

/**
 * Blogs, pricing, statistics, the promotion-site directory, contact, newsletter sign-up and archive, and pages that
 * readers open from emails.
 */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../features/{pricing,statistics,promotion-sites,contact,readers}/*Screen.tsx',
    '../../features/blog/public/*Screen.tsx',
  ]),
  rows: [
    ['/blog', 'blog/public/PostListScreen.tsx#BlogScreen', { load: loadBlog }],
    ['/blog/:id/:name?', 'blog/public/PostScreen.tsx#BlogPostScreen', { load: loadBlogPost }],
    [
      '/blog/categories/:id/:name?',
      'blog/public/PostCategoryScreen.tsx#BlogCategoryScreen',
      { load: loadBlogCategory },
    ],
    ['/reader-blog', 'blog/public/PostListScreen.tsx#ReaderBlogScreen', { load: loadReaderBlog }],
    ['/reader-blog/:id/:name?', 'blog/public/PostScreen.tsx#ReaderBlogPostScreen', { load: loadReaderBlogPost }],
    [
      '/reader-blog-categories/:id/:name?',
      'blog/public/PostCategoryScreen.tsx#ReaderBlogCategoryScreen',
      { load: loadReaderBlogCategory },
    ],
    ['/pricing', 'pricing/PricingScreen.tsx', { load: loadPricing }],
    ['/subscribers-and-statistics', 'statistics/StatisticsScreen.tsx', { sidebar: false, load: loadStatistics }],
    ['/best-book-promotion-sites', 'promotion-sites/PromotionSitesScreen.tsx', { load: loadSites }],
    ['/best-book-promotion-sites/compare', 'promotion-sites/CompareSitesScreen.tsx', { load: loadComparison }],
    ['/best-book-promotion-sites/:id/:name?', 'promotion-sites/PromotionSiteScreen.tsx', { load: loadSite }],
    ['/contact', 'contact/ContactScreen.tsx', { script: 'immediate' }],
    [
      '/newsletter/:genre?',
      'readers/NewsletterSignUpScreen.tsx',
      {
        sidebar: false,
        load: async (app, args) => (await import('#client/features/readers/landing.ts')).loadLanding(app, args),
      },
    ],
    [
      '/today',
      'readers/ArchivedNewsletterScreen.tsx#TodayScreen',
      { load: async (app) => (await importArchive()).loadToday(app) },
    ],
    [
      '/newsletter/archive',
      'readers/ArchiveScreen.tsx',
      { load: async (app, args) => (await importArchive()).loadArchive(app, args) },
    ],
    [
      '/newsletter/archive/:date',
      'readers/ArchivedNewsletterScreen.tsx#DailyScreen',
      { load: async (app, args) => (await importArchive()).loadArchivedNewsletter(app, args, 'daily') },
    ],
    [
      '/newsletter/archive/:date/weekly',
      'readers/ArchivedNewsletterScreen.tsx#WeeklyScreen',
      { load: async (app, args) => (await importArchive()).loadArchivedNewsletter(app, args, 'weekly') },
    ],
    ['/readers/confirm', 'readers/ReaderConfirmScreen.tsx', FROM_EMAIL_LINK],
    ['/readers/unsubscribe', 'readers/ReaderUnsubscribeScreen.tsx', FROM_EMAIL_LINK],
    [
      '/readers/:uuid/list',
      'readers/ReaderListScreen.tsx',
      {
        ...FROM_EMAIL_LINK,
        load: async (app, args) => (await import('#client/features/readers/list-item.ts')).loadListItem(app, args),
      },
    ],
    ['/readers/:uuid/keep', 'readers/ReaderKeepScreen.tsx', FROM_EMAIL_LINK],
    ['/readers/:uuid/edit', 'readers/ReaderEditScreen.tsx', FROM_EMAIL_LINK],
  ],
};
