/**
 * Queries of the partner blog and the reader blog. Visitors and partners see posts published by `now`. Staff see all
 * posts of the partner blog here, and drafts of the reader blog in the admin panel.
 */
import type { Blog, BlogCategory, Prisma, ReaderBlog, ReaderBlogCategory, Tag } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { containsText, type OptionalPaging, pageOf, pageOrAll } from '#server/platform/http/lists.ts';
import type { BlogListQuery, BlogStatus, ReaderBlogListQuery } from '#shared/blog.ts';

export type BlogRow = Blog & {
  tags?: { tag: Tag }[];
  blog_category?: BlogCategory | null;
  user?: { id: number; name: string } | null;
};

export type ReaderBlogRow = ReaderBlog & { reader_blog_category?: ReaderBlogCategory | null };

/** The posts that the caller can see. `canSeeDrafts` adds drafts and scheduled posts. */
export type BlogScope = { now: Date; canSeeDrafts: boolean };

type Sorting = { sort_col: string; sort_dir: 'asc' | 'desc' };
type Paging = Sorting & { page: number; per: number };
type ShortList = Sorting & OptionalPaging;

const published = (now: Date) => ({ published_at: { lte: now } }) as const;
const matchesText = (q: string | undefined) =>
  q ? { OR: [{ title: containsText(q) }, { summary: containsText(q) }, { body: containsText(q) }] } : {};
const orderBy = ({ sort_col, sort_dir }: Sorting) => [{ [sort_col]: sort_dir }, { id: sort_dir }];
/** The ten newest posts of a category, drafts first, for lists of categories. */
const newest = {
  orderBy: [{ published_at: 'desc' }, { id: 'desc' }],
  take: 10,
} as const satisfies Prisma.BlogFindManyArgs & Prisma.ReaderBlogFindManyArgs;

const visible = ({ now, canSeeDrafts }: BlogScope) => (canSeeDrafts ? {} : published(now));
const hasStatus = (status: BlogStatus, now: Date): Prisma.BlogWhereInput =>
  ({ draft: { published_at: null }, scheduled: { published_at: { gt: now } }, published: published(now) })[status];

const joinable = {
  tags: { include: { tag: true } },
  blog_category: true,
  user: { select: { id: true, name: true } },
} as const satisfies Prisma.BlogInclude;

const includeFor = (joins: readonly string[]) =>
  Object.fromEntries(Object.entries(joinable).filter(([name]) => joins.includes(name))) as typeof joinable;

export async function listBlogs(
  db: Database,
  query: Paging & { joins: readonly string[] } & Partial<Omit<BlogListQuery, 'joins'>>,
  scope: BlogScope,
) {
  const where: Prisma.BlogWhereInput = {
    AND: [
      visible(scope),
      query.status ? hasStatus(query.status, scope.now) : {},
      matchesText(query.q),
      query.blog_category_id ? { blog_category_id: query.blog_category_id } : {},
      query.tag_id ? { tags: { some: { tag_id: query.tag_id } } } : {},
    ],
  };
  const [rows, total] = await Promise.all([
    db.blog.findMany({
      ...pageOf(query),
      where,
      orderBy: orderBy(query),
      include: includeFor(query.joins),
      relationLoadStrategy: 'join',
    }),
    db.blog.count({ where }),
  ]);
  return { rows: rows as BlogRow[], total };
}

export const blogById = (
  db: Database | Tx,
  id: number,
  scope: BlogScope,
  joins: readonly string[],
): Promise<BlogRow | null> =>
  db.blog.findFirst({ where: { id, ...visible(scope) }, include: includeFor(joins), relationLoadStrategy: 'join' });

const withCount = (scope: BlogScope) => ({ _count: { select: { blogs: { where: visible(scope) } } } }) as const;

export async function listBlogCategories(
  db: Database,
  query: ShortList & { joins: readonly string[] },
  scope: BlogScope,
) {
  const blogs = { ...newest, where: visible(scope) };
  const [rows, total] = await Promise.all([
    db.blogCategory.findMany({
      ...pageOrAll(query),
      orderBy: orderBy(query),
      include: { ...withCount(scope), ...(query.joins.includes('blogs') ? { blogs } : {}) },
      relationLoadStrategy: 'join',
    }),
    db.blogCategory.count(),
  ]);
  return { rows: rows as ((typeof rows)[number] & { blogs?: BlogRow[] })[], total };
}

export const blogCategoryById = (db: Database, id: number, scope: BlogScope) =>
  db.blogCategory.findUnique({ where: { id }, include: withCount(scope) });

const withPublishedCount = (now: Date) =>
  ({ _count: { select: { blogs: { where: { blog: published(now) } } } } }) as const satisfies Prisma.TagInclude;

export async function listTags(db: Database, query: ShortList & { q?: string | undefined }, now: Date) {
  const where: Prisma.TagWhereInput = query.q ? { name: containsText(query.q) } : {};
  const [rows, total] = await Promise.all([
    db.tag.findMany({
      ...pageOrAll(query),
      where,
      orderBy: { [query.sort_col]: query.sort_dir },
      include: withPublishedCount(now),
      relationLoadStrategy: 'join',
    }),
    db.tag.count({ where }),
  ]);
  return { rows, total };
}

export const tagById = (db: Database, id: number, now: Date) =>
  db.tag.findUnique({ where: { id }, include: withPublishedCount(now) });

const includeCategory = (joins: readonly string[]) =>
  joins.includes('reader_blog_category') ? { reader_blog_category: true } : {};

export async function listReaderBlogs(
  db: Database,
  query: Paging & { joins: readonly string[] } & Partial<Omit<ReaderBlogListQuery, 'joins'>>,
  now: Date,
) {
  const where: Prisma.ReaderBlogWhereInput = {
    ...published(now),
    ...matchesText(query.q),
    ...(query.reader_blog_category_id ? { reader_blog_category_id: query.reader_blog_category_id } : {}),
  };
  const [rows, total] = await Promise.all([
    db.readerBlog.findMany({
      ...pageOf(query),
      where,
      orderBy: orderBy(query),
      include: includeCategory(query.joins),
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
    include: includeCategory(joins),
    relationLoadStrategy: 'join',
  });

const withReaderBlogCount = (now: Date) =>
  ({ _count: { select: { reader_blogs: { where: published(now) } } } }) as const;

export async function listReaderBlogCategories(
  db: Database,
  query: ShortList & { joins: readonly string[] },
  now: Date,
) {
  const reader_blogs = { ...newest, where: published(now) };
  const [rows, total] = await Promise.all([
    db.readerBlogCategory.findMany({
      ...pageOrAll(query),
      orderBy: orderBy(query),
      include: { ...withReaderBlogCount(now), ...(query.joins.includes('reader_blogs') ? { reader_blogs } : {}) },
      relationLoadStrategy: 'join',
    }),
    db.readerBlogCategory.count(),
  ]);
  return { rows: rows as ((typeof rows)[number] & { reader_blogs?: ReaderBlogRow[] })[], total };
}

export const readerBlogCategoryById = (db: Database, id: number, now: Date) =>
  db.readerBlogCategory.findUnique({ where: { id }, include: withReaderBlogCount(now) });
