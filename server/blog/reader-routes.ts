/** The blog for readers, read by everybody. Staff write it in the admin panel. */
import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { idOf } from '#server/platform/http/params.ts';
import {
  ReaderBlogCategoryListQuery,
  ReaderBlogCategoryQuery,
  ReaderBlogListQuery,
  ReaderBlogQuery,
} from '#shared/blog.ts';
import * as markdown from './markdown.ts';
import { presentReaderBlog, presentReaderBlogCategory, type ReaderBlogRow } from './presenter.ts';
import { listReaderBlogCategories, listReaderBlogs, readerBlogById, readerBlogCategoryById } from './reader-queries.ts';

export function readerBlogRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = ReaderBlogListQuery.parse(req.query);
    const { rows, total } = await listReaderBlogs(deps.db, query, deps.now());
    res.json({ reader_blogs: rows.map(presentFor(query.joins)), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    const { joins } = ReaderBlogQuery.parse(req.query);
    const blog = await readerBlogById(deps.db, idOf(req), deps.now(), joins);
    if (!blog) throw missing();
    res.json({ reader_blog: presentReaderBlog(blog, { markdown, joins, whole: true }) });
  });
  return router;
}

export function readerBlogCategoryRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = ReaderBlogCategoryListQuery.parse(req.query);
    const { rows, total } = await listReaderBlogCategories(deps.db, query, deps.now());
    res.json({
      reader_blog_categories: rows.map((row) => presentReaderBlogCategory(row, row.reader_blogs?.map(presentFor()))),
      meta: metaOf(query, total),
    });
  });
  router.get('/:id', async (req, res) => {
    const query = ReaderBlogCategoryQuery.parse(req.query);
    const category = await readerBlogCategoryById(deps.db, idOf(req), deps.now());
    if (!category) throw missing();
    const ofCategory = { ...query, reader_blog_category_id: category.id };
    const { rows, total } = await listReaderBlogs(deps.db, ofCategory, deps.now());
    res.json({
      reader_blog_category: presentReaderBlogCategory(category, rows.map(presentFor(query.joins))),
      meta: metaOf(query, total),
    });
  });
  return router;
}

const presentFor =
  (joins: readonly string[] = []) =>
  (blog: ReaderBlogRow) =>
    presentReaderBlog(blog, { markdown, joins });
