/** The blogs, in process. */
import * as markdown from '#server/blog/markdown.ts';
import {
  presentBlog,
  presentBlogCategory,
  presentReaderBlog,
  presentReaderBlogCategory,
  presentTag,
} from '#server/blog/presenter.ts';
import { blogById, blogCategoryById, listBlogCategories, listBlogs, listTags } from '#server/blog/queries.ts';
import {
  listReaderBlogCategories,
  listReaderBlogs,
  readerBlogById,
  readerBlogCategoryById,
} from '#server/blog/reader-queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import {
  BLOG_JOINS,
  BlogCategoryQuery,
  BlogListQuery,
  READER_BLOG_JOINS,
  ReaderBlogCategoryQuery,
  ReaderBlogListQuery,
} from '#shared/blog.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { asQuery, found } from './public-reads.ts';

type Writing = Pick<
  PublicApi,
  'blogs' | 'blog' | 'blogCategories' | 'blogCategory' | 'tags' | 'readerBlogs' | 'readerBlog'
> &
  Pick<PublicApi, 'readerBlogCategories' | 'readerBlogCategory'>;

const BY_NAME = { page: 1, per: 100, sort_col: 'name', sort_dir: 'asc', joins: [] } as const;
const FORM = { markdown, joins: BLOG_JOINS };
const READER_FORM = { markdown, joins: READER_BLOG_JOINS };

export function publicWriting({ db, now }: Deps): Writing {
  const scope = () => ({ now: now(), drafts: false });
  return {
    blogs: async (filters) => {
      const query = { ...BlogListQuery.parse(asQuery(filters)), joins: [...BLOG_JOINS] };
      const { rows, total } = await listBlogs(db, query, scope());
      return { blogs: rows.map((row) => presentBlog(row, FORM)), meta: metaOf(query, total) };
    },
    blog: async (id) => presentBlog(found(await blogById(db, id, scope(), BLOG_JOINS)), { ...FORM, whole: true }),
    blogCategories: async () =>
      (await listBlogCategories(db, BY_NAME, scope())).rows.map((row) => presentBlogCategory(row)),
    blogCategory: async (id, paging = {}) => {
      const category = found(await blogCategoryById(db, id, scope()));
      const query = { ...BlogCategoryQuery.parse(asQuery(paging)), joins: [...BLOG_JOINS], blog_category_id: id };
      const { rows, total } = await listBlogs(db, query, scope());
      const blogs = rows.map((row) => presentBlog(row, FORM));
      return { blog_category: presentBlogCategory(category, blogs), meta: metaOf(query, total) };
    },
    tags: async () => (await listTags(db, BY_NAME, now())).rows.map(presentTag),
    readerBlogs: async (filters) => {
      const query = { ...ReaderBlogListQuery.parse(asQuery(filters)), joins: [...READER_BLOG_JOINS] };
      const { rows, total } = await listReaderBlogs(db, query, now());
      return { reader_blogs: rows.map((row) => presentReaderBlog(row, READER_FORM)), meta: metaOf(query, total) };
    },
    readerBlog: async (id) => {
      const blog = found(await readerBlogById(db, id, now(), READER_BLOG_JOINS));
      return presentReaderBlog(blog, { ...READER_FORM, whole: true });
    },
    readerBlogCategories: async () =>
      (await listReaderBlogCategories(db, BY_NAME, now())).rows.map((row) => presentReaderBlogCategory(row)),
    readerBlogCategory: async (id, paging = {}) => {
      const category = found(await readerBlogCategoryById(db, id, now()));
      const asked = ReaderBlogCategoryQuery.parse(asQuery(paging));
      const query = { ...asked, joins: [...READER_BLOG_JOINS], reader_blog_category_id: id };
      const { rows, total } = await listReaderBlogs(db, query, now());
      const blogs = rows.map((row) => presentReaderBlog(row, READER_FORM));
      return { reader_blog_category: presentReaderBlogCategory(category, blogs), meta: metaOf(query, total) };
    },
  };
}
