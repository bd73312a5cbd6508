import type { Author } from '#shared/authors.ts';
import type { Blog, BlogCategory, ReaderBlog, ReaderBlogCategory, Tag } from '#shared/blog.ts';
import type { Book } from '#shared/books.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import type { Category, SuperCategory } from '#shared/categories.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import type { PublicApi } from '#shared/public-api.ts';
import type { Pricing, Statistics } from '#shared/statistics.ts';
import { call, type Query } from './http.ts';

/** Public reads over HTTP. The answers are not parsed here: zod would double the public pages' script. */
export const httpPublicApi: PublicApi = {
  session: () => call('/session'),
  books: (filters) => read('/books', filters),
  book: async (id) =>
    (await read<{ book: Book }>(`/books/${id}`, { joins: ['author', 'category', 'past_deals'] })).book,
  author: async (id) => (await read<{ author: Author }>(`/authors/${id}`, { joins: ['past_deals'] })).author,
  authors: (filters) => read('/authors', { ...filters, sort_col: 'name', sort_dir: 'asc' }),
  categories: async () => (await read<{ categories: Category[] }>('/categories', ALL)).categories,
  superCategories: async () => {
    const query = { ...ALL, joins: ['categories'] };
    return (await read<{ super_categories: SuperCategory[] }>('/super_categories', query)).super_categories;
  },
  blogs: (filters) => read('/blogs', { ...filters, joins: BLOG_JOINS }),
  blog: async (id) => (await read<{ blog: Blog }>(`/blogs/${id}`, { joins: BLOG_JOINS })).blog,
  blogCategories: async () =>
    (await read<{ blog_categories: BlogCategory[] }>('/blog_categories', BY_NAME)).blog_categories,
  blogCategory: (id, paging = {}) => read(`/blog_categories/${id}`, { ...paging, joins: BLOG_JOINS }),
  tags: async () => (await read<{ tags: Tag[] }>('/tags', BY_NAME)).tags,
  readerBlogs: (filters) => read('/reader_blogs', { ...filters, joins: READER_BLOG_JOINS }),
  readerBlog: async (id) =>
    (await read<{ reader_blog: ReaderBlog }>(`/reader_blogs/${id}`, { joins: READER_BLOG_JOINS })).reader_blog,
  readerBlogCategories: async () =>
    (await read<{ reader_blog_categories: ReaderBlogCategory[] }>('/reader_blog_categories', BY_NAME))
      .reader_blog_categories,
  readerBlogCategory: (id, paging = {}) =>
    read(`/reader_blog_categories/${id}`, { ...paging, joins: READER_BLOG_JOINS }),
  promotionSites: (filters) => read('/promotion_sites', filters),
  promotionSite: async (id) => (await read<{ promotion_site: PromotionSite }>(`/promotion_sites/${id}`)).promotion_site,
  promotionSiteReviews: (filters) => read('/promotion_site_reviews', filters),
  statistics: async () => (await read<{ statistics: Statistics }>('/statistics')).statistics,
  pricing: async () => (await read<{ pricing: Pricing }>('/pricing')).pricing,
  newsletterPromotionCounts: async (query) =>
    (await read<{ newsletter_promotion_counts: NewsletterPromotionCount[] }>('/newsletter_promotion_counts', query))
      .newsletter_promotion_counts,
};

/** Spelt out: the schemas' lists would bring zod along. */
const BLOG_JOINS = ['tags', 'blog_category', 'user'];
const READER_BLOG_JOINS = ['reader_blog_category'];
const BY_NAME = { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' };
const ALL = { per: MAX_PER_PAGE, sort_col: 'position', sort_dir: 'asc' };

const read = <T>(path: string, query: Query = {}) => call<T>(path, { query: { ...query, public: true } });
