import type { Blog, BlogCategory, ReaderBlog, ReaderBlogCategory, Tag } from '#prisma';
import type {
  Blog as ApiBlog,
  BlogCategory as ApiBlogCategory,
  ReaderBlog as ApiReaderBlog,
  ReaderBlogCategory as ApiReaderBlogCategory,
  Tag as ApiTag,
  BlogStatus,
} from '#shared/blog.ts';
import type { BlogRow, ReaderBlogRow } from './queries.ts';

type TagRow = Tag & { _count?: { blogs: number } };

/** Renders a body and estimates its reading time (markdown.ts). Injected, because presenters import no packages. */
export type Markdown = { renderMarkdown(body: string): string; readingMinutes(body: string): number };

/** `full` includes the body, and `staff` the fields that only staff see. */
type PresentOptions = {
  markdown: Markdown;
  joins?: readonly string[];
  full?: boolean;
  staff?: { now: Date } | undefined;
};

export const presentTag = (tag: TagRow): ApiTag => ({
  id: tag.id,
  slug: tag.slug,
  name: tag.name,
  ...(tag._count ? { blogs_count: tag._count.blogs } : {}),
});

const presentTags = (tags: { tag: Tag }[]) =>
  tags.map(({ tag }) => presentTag(tag)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

export const presentBlog = (blog: BlogRow, { markdown, joins = [], full = false, staff }: PresentOptions): ApiBlog => ({
  ...presentPost(blog, markdown, full),
  blog_category_id: blog.blog_category_id,
  ...(joins.includes('tags') && blog.tags ? { tags: presentTags(blog.tags) } : {}),
  ...(joins.includes('blog_category')
    ? { blog_category: blog.blog_category && presentCategory(blog.blog_category) }
    : {}),
  ...(joins.includes('user') ? { user: blog.user ? { id: blog.user.id, name: blog.user.name } : null } : {}),
  ...(staff
    ? {
        status: statusOf(blog.published_at, staff.now),
        user_id: blog.user_id,
        created_at: blog.created_at.toISOString(),
      }
    : {}),
});

export const presentReaderBlog = (
  blog: ReaderBlogRow,
  { markdown, joins = [], full = false }: Omit<PresentOptions, 'staff'>,
): ApiReaderBlog => ({
  ...presentPost(blog, markdown, full),
  reader_blog_category_id: blog.reader_blog_category_id,
  ...(joins.includes('reader_blog_category')
    ? { reader_blog_category: blog.reader_blog_category && presentCategory(blog.reader_blog_category) }
    : {}),
});

const presentPost = (post: Blog | ReaderBlog, markdown: Markdown, full: boolean) => ({
  id: post.id,
  slug: post.slug,
  title: post.title,
  summary: post.summary,
  ...(full ? { body: post.body, body_html: markdown.renderMarkdown(post.body) } : {}),
  hero: post.hero,
  reading_minutes: markdown.readingMinutes(post.body),
  published_at: post.published_at?.toISOString() ?? null,
  updated_at: post.updated_at.toISOString(),
});

const statusOf = (published_at: Date | null, now: Date): BlogStatus =>
  !published_at ? 'draft' : published_at > now ? 'scheduled' : 'published';

export const presentBlogCategory = (
  category: BlogCategory & { _count: { blogs: number } },
  blogs?: ApiBlog[],
): ApiBlogCategory => ({
  ...presentCategory(category),
  blogs_count: category._count.blogs,
  ...(blogs ? { blogs } : {}),
});

export const presentReaderBlogCategory = (
  category: ReaderBlogCategory & { _count: { reader_blogs: number } },
  reader_blogs?: ApiReaderBlog[],
): ApiReaderBlogCategory => ({
  ...presentCategory(category),
  reader_blogs_count: category._count.reader_blogs,
  ...(reader_blogs ? { reader_blogs } : {}),
});

const presentCategory = ({ id, slug, name, description }: BlogCategory | ReaderBlogCategory) => ({
  id,
  slug,
  name,
  description,
});
