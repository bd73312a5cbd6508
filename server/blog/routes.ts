import { type Response, Router } from 'express';
import { requireUser, sessionIn, sessionOf } from '#server/auth/guards.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { pictureUpload } from '#server/platform/pictures.ts';
import {
  BlogCategoryListQuery,
  BlogCategoryQuery,
  BlogInput,
  BlogListQuery,
  BlogPatch,
  BlogPreviewInput,
  BlogQuery,
  TagInput,
  TagListQuery,
  TagQuery,
} from '#shared/blog.ts';
import * as markdown from './markdown.ts';
import { storePicture } from './pictures.ts';
import { presentBlog, presentBlogCategory, presentTag } from './presenter.ts';
import {
  type BlogRow,
  type BlogScope,
  blogById,
  blogCategoryById,
  listBlogCategories,
  listBlogs,
  listTags,
  tagById,
} from './queries.ts';
import { createBlog, updateBlog } from './service.ts';
import { createTag } from './tags.ts';

const WRITTEN_JOINS = ['tags', 'blog_category', 'user'] as const;

export function blogRoutes(deps: Deps): Router {
  const router = Router();
  const answer = async (id: number, scope: BlogScope, joins: readonly string[], db: Database | Tx = deps.db) => {
    const blog = await blogById(db, id, scope, joins);
    if (!blog) throw missing();
    return { blog: presentBlog(blog, { ...formFor(scope, joins), whole: true }) };
  };
  router.get('/', async (req, res) => {
    const query = BlogListQuery.parse(req.query);
    const scope = scopeOf(deps, res, query.public);
    const { rows, total } = await listBlogs(deps.db, query, scope);
    res.json({ blogs: rows.map(presentFor(scope, query.joins)), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    const query = BlogQuery.parse(req.query);
    res.json(await answer(idOf(req), scopeOf(deps, res, query.public), query.joins));
  });
  router.post('/', requireUser, async (req, res) => {
    const { id } = await createBlog(deps, sessionOf(res), BlogInput.parse(bodyOf(req)));
    res.status(201).json(await answer(id, staffScope(deps), WRITTEN_JOINS));
  });
  router.post('/preview', requireUser, async (req, res) => {
    const { body } = BlogPreviewInput.parse(bodyOf(req));
    const preview = { body_html: markdown.renderMarkdown(body), reading_minutes: markdown.readingMinutes(body) };
    res.json({ preview });
  });
  router.post('/pictures', requireUser, pictureUpload('picture'), async (req, res) => {
    if (!req.file) throw invalid({ picture: ["can't be blank"] });
    res.status(201).json({ picture: { url: await storePicture(deps, req.file.buffer) } });
  });
  router.patch('/:id', requireUser, async (req, res) => {
    const { joins } = BlogQuery.parse(req.query);
    const id = idOf(req);
    const patch = BlogPatch.parse(bodyOf(req));
    const shown = async (tx: Tx) => (await answer(id, staffScope(deps), WRITTEN_JOINS, tx)).blog;
    await updateBlog(deps, sessionOf(res), { id, patch, shown });
    res.json(await answer(id, staffScope(deps), joins.length ? joins : WRITTEN_JOINS));
  });
  return router;
}

export function blogCategoryRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = BlogCategoryListQuery.parse(req.query);
    const scope = scopeOf(deps, res, query.public);
    const { rows, total } = await listBlogCategories(deps.db, query, scope);
    res.json({
      blog_categories: rows.map((row) => presentBlogCategory(row, row.blogs?.map(presentFor(scope)))),
      meta: metaOf(query, total),
    });
  });
  router.get('/:id', async (req, res) => {
    const query = BlogCategoryQuery.parse(req.query);
    const scope = scopeOf(deps, res, query.public);
    const category = await blogCategoryById(deps.db, idOf(req), scope);
    if (!category) throw missing();
    const { rows, total } = await listBlogs(deps.db, { ...query, blog_category_id: category.id }, scope);
    res.json({
      blog_category: presentBlogCategory(category, rows.map(presentFor(scope, query.joins))),
      meta: metaOf(query, total),
    });
  });
  return router;
}

export function tagRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = TagListQuery.parse(req.query);
    const { rows, total } = await listTags(deps.db, query, deps.now());
    res.json({ tags: rows.map(presentTag), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    TagQuery.parse(req.query);
    const tag = await tagById(deps.db, idOf(req), deps.now());
    if (!tag) throw missing();
    res.json({ tag: presentTag(tag) });
  });
  router.post('/', requireUser, async (req, res) => {
    const tag = await createTag(deps, sessionOf(res), TagInput.parse(bodyOf(req)));
    res.status(201).json({ tag: presentTag(tag) });
  });
  return router;
}

/** Staff see drafts and what is scheduled; partners and visitors do not. */
const scopeOf = (deps: Deps, res: Response, isPublic: boolean | undefined): BlogScope => ({
  now: deps.now(),
  drafts: !isPublic && sessionIn(res)?.role === 'user',
});
const staffScope = (deps: Deps): BlogScope => ({ now: deps.now(), drafts: true });

const formFor = (scope: BlogScope, joins: readonly string[] = []) => ({
  markdown,
  joins,
  staff: scope.drafts ? { now: scope.now } : undefined,
});
const presentFor =
  (scope: BlogScope, joins: readonly string[] = []) =>
  (blog: BlogRow) =>
    presentBlog(blog, formFor(scope, joins));
