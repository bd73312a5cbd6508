import type { Blog, ReaderBlog } from '#shared/blog.ts';
import { formatInstant } from '#shared/dates.ts';

export type CategoryLink = { id: number; slug: string; name: string };
export type PostCategory = CategoryLink & { description: string };
export type CountedCategory = PostCategory & { count: number };

/** A post of either blog, as lists show it. */
export type PostCard = {
  id: number;
  slug: string;
  title: string;
  summary: string;
  hero: string | null;
  reading_minutes: number;
  published_at: string | null;
  category: CategoryLink | null;
};

/** A whole post, of either blog. */
export type Post = PostCard & {
  body_html: string;
  updated_at: string;
  tags: { id: number; name: string }[];
  author: string | null;
};

export const cardOfBlog = (blog: Blog): PostCard => ({
  ...cardFields(blog),
  category: toCategoryLink(blog.blog_category),
});

export const cardOfReaderBlog = (blog: ReaderBlog): PostCard => ({
  ...cardFields(blog),
  category: toCategoryLink(blog.reader_blog_category),
});

export const postOfBlog = (blog: Blog): Post => ({
  ...cardOfBlog(blog),
  body_html: blog.body_html ?? '',
  updated_at: blog.updated_at,
  tags: (blog.tags ?? []).map(({ id, name }) => ({ id, name })),
  author: blog.user?.name ?? null,
});

export const postOfReaderBlog = (blog: ReaderBlog): Post => ({
  ...cardOfReaderBlog(blog),
  body_html: blog.body_html ?? '',
  updated_at: blog.updated_at,
  tags: [],
  author: null,
});

const cardFields = ({ id, slug, title, summary, hero, reading_minutes, published_at }: Blog | ReaderBlog) => ({
  id,
  slug,
  title,
  summary,
  hero,
  reading_minutes,
  published_at,
});

const toCategoryLink = (category: CategoryLink | null | undefined): CategoryLink | null =>
  category ? { id: category.id, slug: category.slug, name: category.name } : null;

/** 'Nov 21, 2026', the day in Vancouver. */
export const formatDay = (instant: string) => formatInstant(instant).replace(/, \d+:.*$/, '');

export const readingTimeText = (minutes: number) => (minutes === 1 ? '1 min read' : `${minutes} min read`);
