/** The partner blog, the reader blog, their categories, and tags. Bodies are Markdown, rendered by the server. */
import * as z from 'zod';
import {
  Id,
  listQuery,
  Meta,
  queryId,
  recordQuery,
  requiredLine,
  requiredText,
  searchText,
  shortListQuery,
  text,
} from './params.ts';

/** Statuses of a post, derived from published_at. */
const BLOG_STATUSES = ['draft', 'scheduled', 'published'] as const;
export type BlogStatus = (typeof BLOG_STATUSES)[number];

const MAX_BODY_LENGTH = 60_000;
const MAX_TAGS = 20;

/** Limited to years that Postgres and JavaScript both support. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be a date and time, such as 2026-11-21T18:00:00Z' })
  .refine((value) => value >= '1970' && value < '2200', 'must be between 1970 and 2199');
/** Pages load images from this installation only. */
export const Hero = z.union([
  z.literal('').transform(() => null),
  text(500).pipe(
    z.string().regex(/^\/(?!\/)[\w./-]+$/, 'must be the path of an image on this site, such as /media/photos/1.webp'),
  ),
]);
const TagName = requiredLine(40);

export const Tag = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  /** Published posts with this tag. */
  blogs_count: z.int().optional(),
});
export type Tag = z.infer<typeof Tag>;
export const TagInput = z.strictObject({ name: TagName });
export const TagList = z.object({ tags: z.array(Tag), meta: Meta });
export const TagResponse = z.object({ tag: Tag });
export const TagListQuery = shortListQuery(['name', 'id'], { q: searchText().optional() });
export const TagQuery = recordQuery(['none']);

const fields = {
  title: requiredLine(200),
  summary: text(500),
  body: requiredText(MAX_BODY_LENGTH),
  hero: Hero.nullish(),
  blog_category_id: Id.nullish(),
  /** The last part of the URL. Empty: derived from the title. Omitted: likewise, unless an editor has set one. */
  slug: text(80)
    .pipe(
      z.string().regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'can have only lowercase letters, digits, and single hyphens'),
    )
    .optional(),
  /** Null for a draft, in the future for a scheduled post, 'now' for the server's current time. */
  published_at: z.union([Instant, z.literal('now')]).nullish(),
  /** The complete set of tags, by id, by name, or both; unknown names create tags. */
  tag_ids: z.array(Id).max(MAX_TAGS).optional(),
  tag_names: z.array(TagName).max(MAX_TAGS).optional(),
};
export const BlogInput = z.strictObject({ ...fields, summary: fields.summary.default('') });
export type BlogInput = z.infer<typeof BlogInput>;
/**
 * `seen_updated_at` is the `updated_at` that the editor started with. If the post has changed since, the response is
 * 409.
 */
export const BlogPatch = z.strictObject({ ...fields, seen_updated_at: Instant }).partial();
export type BlogPatch = z.infer<typeof BlogPatch>;

const category = {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
};

/** A post. Lists omit `body` and `body_html`. */
const post = {
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.string().optional(),
  /** Sanitized and safe to insert. Headings start at h2. */
  body_html: z.string().optional(),
  hero: z.string().nullable(),
  reading_minutes: z.int(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
};

export const Blog = z.object({
  ...post,
  blog_category_id: z.int().nullable(),
  tags: z.array(Tag).optional(),
  blog_category: z.object(category).nullable().optional(),
  user: z.object({ id: z.int(), name: z.string() }).nullable().optional(),
  /* staff-only fields */
  status: z.enum(BLOG_STATUSES).optional(),
  user_id: z.int().nullable().optional(),
  created_at: z.string().optional(),
});
export type Blog = z.infer<typeof Blog>;
/** Renders a body without storing it. */
export const BlogPreviewInput = z.strictObject({ body: text(MAX_BODY_LENGTH) });
export const BlogPreviewResponse = z.object({ preview: z.object({ body_html: z.string(), reading_minutes: z.int() }) });
/** An image for a post, to be used in its `hero` or body. */
export const BlogPictureResponse = z.object({ picture: z.object({ url: z.string() }) });

export const BlogList = z.object({ blogs: z.array(Blog), meta: Meta });
export const BlogResponse = z.object({ blog: Blog });

const BLOG_JOINS = ['tags', 'blog_category', 'user'] as const;
const POST_ORDER = ['published_at', 'id', 'title', 'updated_at'] as const;
export const BlogListQuery = listQuery(
  POST_ORDER,
  {
    q: searchText().optional(),
    blog_category_id: queryId.optional(),
    tag_id: queryId.optional(),
    status: z.enum(BLOG_STATUSES).optional(),
  },
  BLOG_JOINS,
);
export type BlogListQuery = z.infer<typeof BlogListQuery>;
export const BlogQuery = recordQuery(BLOG_JOINS);

export const BlogCategory = z.object({
  ...category,
  blogs_count: z.int(),
  blogs: z.array(Blog).optional(),
});
export type BlogCategory = z.infer<typeof BlogCategory>;
export const BlogCategoryList = z.object({ blog_categories: z.array(BlogCategory), meta: Meta });
/** `meta` counts the category's posts. */
export const BlogCategoryResponse = z.object({ blog_category: BlogCategory, meta: Meta });
export const BlogCategoryListQuery = shortListQuery(['name', 'id'], {}, ['blogs']);
/** The category's posts are always in the response. */
export const BlogCategoryQuery = listQuery(POST_ORDER, {}, ['blogs', ...BLOG_JOINS]);

export const ReaderBlog = z.object({
  ...post,
  reader_blog_category_id: z.int().nullable(),
  reader_blog_category: z.object(category).nullable().optional(),
});
export type ReaderBlog = z.infer<typeof ReaderBlog>;
export const ReaderBlogList = z.object({ reader_blogs: z.array(ReaderBlog), meta: Meta });
export const ReaderBlogResponse = z.object({ reader_blog: ReaderBlog });
const READER_BLOG_JOINS = ['reader_blog_category'] as const;
export const ReaderBlogListQuery = listQuery(
  POST_ORDER,
  { q: searchText().optional(), reader_blog_category_id: queryId.optional() },
  READER_BLOG_JOINS,
);
export type ReaderBlogListQuery = z.infer<typeof ReaderBlogListQuery>;
export const ReaderBlogQuery = recordQuery(READER_BLOG_JOINS);

export const ReaderBlogCategory = z.object({
  ...category,
  reader_blogs_count: z.int(),
  reader_blogs: z.array(ReaderBlog).optional(),
});
export type ReaderBlogCategory = z.infer<typeof ReaderBlogCategory>;
export const ReaderBlogCategoryList = z.object({ reader_blog_categories: z.array(ReaderBlogCategory), meta: Meta });
export const ReaderBlogCategoryResponse = z.object({ reader_blog_category: ReaderBlogCategory, meta: Meta });
export const ReaderBlogCategoryListQuery = shortListQuery(['name', 'id'], {}, ['reader_blogs']);
/** The category's posts are always in the response. */
export const ReaderBlogCategoryQuery = listQuery(POST_ORDER, {}, ['reader_blogs', ...READER_BLOG_JOINS]);
