/** Reads of the blog for authors. The public finds what is published by `now`, staff everything. */
import type { Blog, BlogCategory, Prisma, Tag } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { containing, pageOf } from '#server/platform/http/lists.ts';
import type { BlogListQuery, BlogStatus } from '#shared/blog.ts';

export type BlogRow = Blog & {
  tags?: { tag: Tag }[];
  blog_category?: BlogCategory | null;
  user?: { id: number; name: string } | null;
};

/** What the asker may see. */
export type BlogScope = { now: Date; drafts: boolean };

type Paging = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc' };

/** Of a category that is joined with its posts, so many of the newest. */
const JOINED_BLOGS = 10;

const published = (now: Date) => ({ published_at: { lte: now } }) as const;
const visible = ({ now, drafts }: BlogScope) => (drafts ? {} : published(now));
const ofStatus = (status: BlogStatus, now: Date): Prisma.BlogWhereInput =>
  ({ draft: { published_at: null }, scheduled: { published_at: { gt: now } }, published: published(now) })[status];

const joinable = {
  tags: { include: { tag: true } },
  blog_category: true,
  user: { select: { id: true, name: true } },
} as const satisfies Prisma.BlogInclude;

/** The rows that the asked joins need and no others. */
const includeFor = (joins: readonly string[]) =>
  Object.fromEntries(Object.entries(joinable).filter(([name]) => joins.includes(name))) as typeof joinable;

export async function listBlogs(
  db: Database,
  query: Paging & { joins: readonly string[] } & Partial<BlogListQuery>,
  scope: BlogScope,
) {
  const where: Prisma.BlogWhereInput = {
    AND: [
      visible(scope),
      query.status ? ofStatus(query.status, scope.now) : {},
      query.q
        ? { OR: [{ title: containing(query.q) }, { summary: containing(query.q) }, { body: containing(query.q) }] }
        : {},
      query.blog_category_id ? { blog_category_id: query.blog_category_id } : {},
      query.tag_id ? { tags: { some: { tag_id: query.tag_id } } } : {},
    ],
  };
  const [rows, total] = await Promise.all([
    db.blog.findMany({
      ...pageOf(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
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

export async function listBlogCategories(db: Database, query: Paging & { joins: readonly string[] }, scope: BlogScope) {
  const blogs = {
    where: visible(scope),
    orderBy: [{ published_at: 'desc' }, { id: 'desc' }],
    take: JOINED_BLOGS,
  } as const satisfies Prisma.BlogFindManyArgs;
  const [rows, total] = await Promise.all([
    db.blogCategory.findMany({
      ...pageOf(query),
      orderBy: { [query.sort_col]: query.sort_dir },
      include: { ...withCount(scope), ...(query.joins.includes('blogs') ? { blogs } : {}) },
      relationLoadStrategy: 'join',
    }),
    db.blogCategory.count(),
  ]);
  return { rows: rows as ((typeof rows)[number] & { blogs?: BlogRow[] })[], total };
}

export const blogCategoryById = (db: Database, id: number, scope: BlogScope) =>
  db.blogCategory.findUnique({ where: { id }, include: withCount(scope) });

const withPublished = (now: Date) =>
  ({ _count: { select: { blogs: { where: { blog: published(now) } } } } }) as const satisfies Prisma.TagInclude;

export async function listTags(db: Database, query: Paging & { q?: string | undefined }, now: Date) {
  const where: Prisma.TagWhereInput = query.q ? { name: containing(query.q) } : {};
  const [rows, total] = await Promise.all([
    db.tag.findMany({
      ...pageOf(query),
      where,
      orderBy: { [query.sort_col]: query.sort_dir },
      include: withPublished(now),
      relationLoadStrategy: 'join',
    }),
    db.tag.count({ where }),
  ]);
  return { rows, total };
}

export const tagById = (db: Database, id: number, now: Date) =>
  db.tag.findUnique({ where: { id }, include: withPublished(now) });
