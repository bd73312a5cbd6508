/** Reads of the blog for readers: everybody sees what is published by `now`. */
import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { containing, pageOf } from '#server/platform/http/lists.ts';
import type { ReaderBlogListQuery } from '#shared/blog.ts';
import type { ReaderBlogRow } from './presenter.ts';

type Paging = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc'; joins: readonly string[] };

const JOINED_BLOGS = 10;

const published = (now: Date) => ({ published_at: { lte: now } }) as const;
const includeFor = (joins: readonly string[]) =>
  joins.includes('reader_blog_category') ? { reader_blog_category: true } : {};

export async function listReaderBlogs(db: Database, query: Paging & Partial<ReaderBlogListQuery>, now: Date) {
  const where: Prisma.ReaderBlogWhereInput = {
    ...published(now),
    ...(query.q
      ? { OR: [{ title: containing(query.q) }, { summary: containing(query.q) }, { body: containing(query.q) }] }
      : {}),
    ...(query.reader_blog_category_id ? { reader_blog_category_id: query.reader_blog_category_id } : {}),
  };
  const [rows, total] = await Promise.all([
    db.readerBlog.findMany({
      ...pageOf(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
      include: includeFor(query.joins),
      relationLoadStrategy: 'join',
    }),
    db.readerBlog.count({ where }),
  ]);
  return { rows: rows as ReaderBlogRow[], total };
}

export const readerBlogById = (
  db: Database,
  id: number,
  now: Date,
  joins: readonly string[],
): Promise<ReaderBlogRow | null> =>
  db.readerBlog.findFirst({
    where: { id, ...published(now) },
    include: includeFor(joins),
    relationLoadStrategy: 'join',
  });

const withCount = (now: Date) => ({ _count: { select: { reader_blogs: { where: published(now) } } } }) as const;

export async function listReaderBlogCategories(db: Database, query: Paging, now: Date) {
  const reader_blogs = {
    where: published(now),
    orderBy: [{ published_at: 'desc' }, { id: 'desc' }],
    take: JOINED_BLOGS,
  } as const satisfies Prisma.ReaderBlogFindManyArgs;
  const [rows, total] = await Promise.all([
    db.readerBlogCategory.findMany({
      ...pageOf(query),
      orderBy: { [query.sort_col]: query.sort_dir },
      include: { ...withCount(now), ...(query.joins.includes('reader_blogs') ? { reader_blogs } : {}) },
      relationLoadStrategy: 'join',
    }),
    db.readerBlogCategory.count(),
  ]);
  return { rows: rows as ((typeof rows)[number] & { reader_blogs?: ReaderBlogRow[] })[], total };
}

export const readerBlogCategoryById = (db: Database, id: number, now: Date) =>
  db.readerBlogCategory.findUnique({ where: { id }, include: withCount(now) });
