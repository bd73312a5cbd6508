/** Blog posts, from content/posts. */
import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { splitFrontMatter } from '#server/platform/front-matter.ts';
import { slugOf } from '#shared/slug.ts';
import type { PromotionSeedContext } from './promotions.ts';

const Post = z.strictObject({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()).default([]),
  days_ago: z.int().min(0),
});
type Post = z.infer<typeof Post> & { body: string };

const BLOG_CATEGORIES = [
  { name: 'Pricing', description: 'What a deal costs, what it earns, and when not to run one.' },
  { name: 'Covers and descriptions', description: 'Covers and descriptions that make readers click.' },
  { name: 'Running a promotion', description: 'Dates, stores, newsletters, and what to do on promotion day.' },
];
const READER_BLOG_CATEGORIES = [
  { name: 'Where to begin', description: 'Where to start with authors you’ve always meant to read.' },
  { name: 'Reading habits', description: 'Finding the time, the place, and the next book.' },
];

/** Reads the posts of one blog, oldest first. */
function readPosts(blog: 'blog' | 'reader-blog'): Post[] {
  const files = globSync(`content/posts/${blog}/*.md`, { cwd: new URL('../..', import.meta.url) });
  return files
    .map((file) => {
      const { data, body } = splitFrontMatter(file, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
      return { ...Post.parse(data), body };
    })
    .sort((a, b) => b.days_ago - a.days_ago);
}

export function addBlogPosts(context: PromotionSeedContext) {
  const { rows, time } = context;
  const posts = readPosts('blog');
  const tags = new Map(
    [...new Set(posts.flatMap(({ tags }) => tags))].map((name) => [
      name,
      rows.add('tags', { name, slug: slugOf(name) }).id,
    ]),
  );
  const blogCategories = addCategories(BLOG_CATEGORIES, (row) => rows.add('blog_categories', row));
  for (const post of posts) {
    const published_at = time.ago(24 * post.days_ago);
    const blog_category_id = blogCategories.get(post.category)!;
    const { id } = rows.add('blogs', {
      ...postColumns(post),
      blog_category_id,
      user_id: context.staff.editor,
      published_at,
      created_at: published_at,
    });
    for (const tag of post.tags) rows.add('blog_tags', { blog_id: id, tag_id: tags.get(tag)! });
  }
  const readerBlogCategories = addCategories(READER_BLOG_CATEGORIES, (row) => rows.add('reader_blog_categories', row));
  for (const post of readPosts('reader-blog')) {
    const published_at = time.ago(24 * post.days_ago);
    const reader_blog_category_id = readerBlogCategories.get(post.category)!;
    rows.add('reader_blogs', { ...postColumns(post), reader_blog_category_id, published_at, created_at: published_at });
  }
}

type BlogCategory = { name: string; description: string };

/** Inserts the categories. Returns their ids by name. */
const addCategories = (list: readonly BlogCategory[], add: (row: BlogCategory & { slug: string }) => { id: number }) =>
  new Map(list.map((row) => [row.name, add({ ...row, slug: slugOf(row.name) }).id]));

const postColumns = ({ title, description, body }: Post) => ({
  slug: slugOf(title),
  title,
  summary: description,
  body,
});
