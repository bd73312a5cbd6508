import type { Session } from '#shared/auth.ts';
import type { Author } from '#shared/authors.ts';
import type { Blog, BlogCategory, ReaderBlog, ReaderBlogCategory, Tag } from '#shared/blog.ts';
import type { BOOK_ORDER, Book } from '#shared/books.ts';
import type { Store } from '#shared/business.ts';
import type { Category, SuperCategory } from '#shared/categories.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Meta } from '#shared/params.ts';
import type { PROMOTION_SITE_ORDER, PromotionSite, PromotionSiteReview } from '#shared/promotion-sites.ts';
import type { Pricing, Statistics } from '#shared/statistics.ts';

export type BookFilters = {
  q?: string | undefined;
  category_id?: number | undefined;
  author_id?: number | undefined;
  free_only?: boolean | undefined;
  deals_only?: boolean | undefined;
  /** Only deals that cost no more. */
  price_max_cents?: number | undefined;
  store?: Store | undefined;
  sort_col?: (typeof BOOK_ORDER)[number] | undefined;
  sort_dir?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  per?: number | undefined;
};

type Paging = { page?: number | undefined; per?: number | undefined };

export type AuthorFilters = Paging & { q?: string | undefined; letter?: string | undefined };

type BlogFilters = Paging & {
  q?: string | undefined;
  blog_category_id?: number | undefined;
  tag_id?: number | undefined;
};
type ReaderBlogFilters = Paging & { q?: string | undefined; reader_blog_category_id?: number | undefined };
export type PromotionSiteFilters = Paging & {
  q?: string | undefined;
  genre?: string | undefined;
  free?: boolean | undefined;
  /** US dollars. */
  price_max?: number | undefined;
  sort_col?: (typeof PROMOTION_SITE_ORDER)[number] | undefined;
  sort_dir?: 'asc' | 'desc' | undefined;
};
export type ReviewFilters = Paging & {
  promotion_site_id?: number | undefined;
  sort_col?: 'created_at' | 'rating' | 'helpful_count' | undefined;
  sort_dir?: 'asc' | 'desc' | undefined;
};

/**
 * The reads of server-rendered pages. In the browser they are calls (http-public-api.ts); on the server the same
 * functions run in process. Both give the public form of records, and throw an error with `status` 404 for unknown ids.
 */
export type PublicApi = {
  session(): Promise<Session>;
  books(filters: BookFilters): Promise<{ books: Book[]; meta: Meta }>;
  /** With its author, category and past deals. */
  book(id: number): Promise<Book>;
  /** With past deals. */
  author(id: number): Promise<Author>;
  /** By name. */
  authors(filters: AuthorFilters): Promise<{ authors: Author[]; meta: Meta }>;
  categories(): Promise<Category[]>;
  /** With their categories. */
  superCategories(): Promise<SuperCategory[]>;
  /** Newest first, without their texts; with category, tags and author. */
  blogs(filters: BlogFilters): Promise<{ blogs: Blog[]; meta: Meta }>;
  /** With its text, category, tags and author. */
  blog(id: number): Promise<Blog>;
  blogCategories(): Promise<BlogCategory[]>;
  /** With a page of its posts; `meta` counts them. */
  blogCategory(id: number, paging?: Paging): Promise<{ blog_category: BlogCategory; meta: Meta }>;
  tags(): Promise<Tag[]>;
  readerBlogs(filters: ReaderBlogFilters): Promise<{ reader_blogs: ReaderBlog[]; meta: Meta }>;
  /** With its text and category. */
  readerBlog(id: number): Promise<ReaderBlog>;
  readerBlogCategories(): Promise<ReaderBlogCategory[]>;
  readerBlogCategory(id: number, paging?: Paging): Promise<{ reader_blog_category: ReaderBlogCategory; meta: Meta }>;
  promotionSites(filters: PromotionSiteFilters): Promise<{ promotion_sites: PromotionSite[]; meta: Meta }>;
  promotionSite(id: number): Promise<PromotionSite>;
  /** Newest first. */
  promotionSiteReviews(filters: ReviewFilters): Promise<{ promotion_site_reviews: PromotionSiteReview[]; meta: Meta }>;
  statistics(): Promise<Statistics>;
  pricing(): Promise<Pricing>;
  /** The places of a category in the next `per` newsletters, from the one that closes next. */
  newsletterPromotionCounts(query: { category_id: number; per: number }): Promise<NewsletterPromotionCount[]>;
};
