import { implement } from '#server/api/implement.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { blogApi } from '#shared/api/blog.ts';
import * as markdown from './markdown.ts';
import {
  presentBlog,
  presentBlogCategory,
  presentReaderBlog,
  presentReaderBlogCategory,
  presentTag,
} from './presenter.ts';
import {
  type BlogRow,
  type BlogScope,
  blogById,
  blogCategoryById,
  listBlogCategories,
  listBlogs,
  listReaderBlogCategories,
  listReaderBlogs,
  listTags,
  type ReaderBlogRow,
  readerBlogById,
  readerBlogCategoryById,
  tagById,
} from './queries.ts';
import { createBlog, storePicture, updateBlog } from './service.ts';
import { createTag } from './tags.ts';

const DEFAULT_JOINS = ['tags', 'blog_category', 'user'] as const;

export function blogRoutes(deps: Pick<Deps, 'db' | 'now' | 'blobs'>) {
  const blogResponse = async (id: number, scope: BlogScope, joins: readonly string[], db: Database | Tx = deps.db) => {
    const blog = await blogById(db, id, scope, joins);
    if (!blog) throw notFound();
    return { blog: presentBlog(blog, { ...optionsFor(scope, joins), full: true }) };
  };
  /** Staff see drafts and scheduled posts, except in the public view; partners and visitors don't. */
  const scopeOf = (session: { role: string } | null, isPublic: boolean | undefined): BlogScope => ({
    now: deps.now(),
    canSeeDrafts: !isPublic && session?.role === 'user',
  });
  const staffScope = (): BlogScope => ({ now: deps.now(), canSeeDrafts: true });

  return implement(blogApi, {
    list: async ({ query, session }) => {
      const scope = scopeOf(session, query.public);
      const { rows, total } = await listBlogs(deps.db, query, scope);
      return { blogs: rows.map(presentFor(scope, query.joins)), meta: metaOf(query, total) };
    },
    show: ({ id, query, session }) => blogResponse(id, scopeOf(session, query.public), query.joins),
    create: async ({ session, body }) => {
      const { id } = await createBlog(deps, session, body);
      return blogResponse(id, staffScope(), DEFAULT_JOINS);
    },
    preview: async ({ body: { body } }) => ({
      preview: { body_html: markdown.renderMarkdown(body), reading_minutes: markdown.readingMinutes(body) },
    }),
    addPicture: async ({ readFile }) => ({ picture: { url: await storePicture(deps, await readFile()) } }),
    update: async ({ id, session, query: { joins }, body: patch }) => {
      const present = async (tx: Tx) => (await blogResponse(id, staffScope(), DEFAULT_JOINS, tx)).blog;
      await updateBlog(deps, session, { id, patch, present });
      return blogResponse(id, staffScope(), joins.length ? joins : DEFAULT_JOINS);
    },

    listCategories: async ({ query, session }) => {
      const scope = scopeOf(session, query.public);
      const { rows, total } = await listBlogCategories(deps.db, query, scope);
      return {
        blog_categories: rows.map((row) => presentBlogCategory(row, row.blogs?.map(presentFor(scope)))),
        meta: metaOf(query, total),
      };
    },
    showCategory: async ({ id, query, session }) => {
      const scope = scopeOf(session, query.public);
      const category = await blogCategoryById(deps.db, id, scope);
      if (!category) throw notFound();
      const { rows, total } = await listBlogs(deps.db, { ...query, blog_category_id: category.id }, scope);
      return {
        blog_category: presentBlogCategory(category, rows.map(presentFor(scope, query.joins))),
        meta: metaOf(query, total),
      };
    },

    listTags: async ({ query }) => {
      const { rows, total } = await listTags(deps.db, query, deps.now());
      return { tags: rows.map(presentTag), meta: metaOf(query, total) };
    },
    showTag: async ({ id }) => {
      const tag = await tagById(deps.db, id, deps.now());
      if (!tag) throw notFound();
      return { tag: presentTag(tag) };
    },
    createTag: async ({ session, body }) => ({ tag: presentTag(await createTag(deps, session, body)) }),

    listForReaders: async ({ query }) => {
      const { rows, total } = await listReaderBlogs(deps.db, query, deps.now());
      return { reader_blogs: rows.map(presentForReaders(query.joins)), meta: metaOf(query, total) };
    },
    showForReaders: async ({ id, query: { joins } }) => {
      const blog = await readerBlogById(deps.db, id, deps.now(), joins);
      if (!blog) throw notFound();
      return { reader_blog: presentReaderBlog(blog, { markdown, joins, full: true }) };
    },
    listReaderCategories: async ({ query }) => {
      const { rows, total } = await listReaderBlogCategories(deps.db, query, deps.now());
      return {
        reader_blog_categories: rows.map((row) =>
          presentReaderBlogCategory(row, row.reader_blogs?.map(presentForReaders())),
        ),
        meta: metaOf(query, total),
      };
    },
    showReaderCategory: async ({ id, query }) => {
      const category = await readerBlogCategoryById(deps.db, id, deps.now());
      if (!category) throw notFound();
      const categoryQuery = { ...query, reader_blog_category_id: category.id };
      const { rows, total } = await listReaderBlogs(deps.db, categoryQuery, deps.now());
      return {
        reader_blog_category: presentReaderBlogCategory(category, rows.map(presentForReaders(query.joins))),
        meta: metaOf(query, total),
      };
    },
  });
}

const optionsFor = (scope: BlogScope, joins: readonly string[] = []) => ({
  markdown,
  joins,
  staff: scope.canSeeDrafts ? { now: scope.now } : undefined,
});
const presentFor =
  (scope: BlogScope, joins: readonly string[] = []) =>
  (blog: BlogRow) =>
    presentBlog(blog, optionsFor(scope, joins));
const presentForReaders =
  (joins: readonly string[] = []) =>
  (blog: ReaderBlogRow) =>
    presentReaderBlog(blog, { markdown, joins });
