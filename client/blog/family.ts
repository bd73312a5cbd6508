/** The blog for authors and the blog for readers: two families of the same three pages. */
import type { Meta } from '#shared/params.ts';
import { paths } from '#shared/paths.ts';
import type { PublicApi } from '#shared/public-api.ts';
import {
  type CountedCategory,
  cardOfBlog,
  cardOfReaderBlog,
  type NamedCategory,
  type Post,
  type PostCard,
  postOfBlog,
  postOfReaderBlog,
} from './posts.ts';

type Named = { id: number; slug: string };
type Paging = { page: number; per: number };
type PostFilters = Paging & { q?: string; tag_id?: number; category_id?: number };
type PostPage = { posts: PostCard[]; meta: Meta };
type CategoryPage = PostPage & { category: NamedCategory };

export type Family = {
  key: 'blog' | 'reader-blog';
  name: string;
  heading: string;
  lead: string;
  home: string;
  feed: string;
  hasTags: boolean;
  postPath: (post: Named) => string;
  categoryPath: (category: Named) => string;
  list: (api: PublicApi, filters: PostFilters) => Promise<PostPage>;
  post: (api: PublicApi, id: number) => Promise<Post>;
  categories: (api: PublicApi) => Promise<CountedCategory[]>;
  category: (api: PublicApi, id: number, paging: Paging) => Promise<CategoryPage>;
};

const nameOf = ({ id, slug, name, description }: NamedCategory): NamedCategory => ({ id, slug, name, description });

export const AUTHORS_BLOG: Family = {
  key: 'blog',
  name: 'Blog',
  heading: 'The Deckle blog',
  lead: 'For authors and publishers: how promotions work, what the numbers say, and how to sell a book without shouting.',
  home: paths.blog(),
  feed: '/feeds/blog.rss',
  hasTags: true,
  postPath: paths.blogPost,
  categoryPath: paths.blogCategory,
  list: async (api, { category_id, ...filters }) => {
    const { blogs, meta } = await api.blogs({ ...filters, ...(category_id ? { blog_category_id: category_id } : {}) });
    return { posts: blogs.map(cardOfBlog), meta };
  },
  post: async (api, id) => postOfBlog(await api.blog(id)),
  categories: async (api) =>
    (await api.blogCategories()).map((category) => ({ ...nameOf(category), count: category.blogs_count })),
  category: async (api, id, paging) => {
    const { blog_category, meta } = await api.blogCategory(id, paging);
    return { category: nameOf(blog_category), posts: (blog_category.blogs ?? []).map(cardOfBlog), meta };
  },
};

export const READERS_BLOG: Family = {
  key: 'reader-blog',
  name: 'Reader blog',
  heading: 'The reader blog',
  lead: 'For people who read: lists, genres explained, and ways to get more out of an ebook and its store.',
  home: paths.readerBlog(),
  feed: '/feeds/reader-blog.rss',
  hasTags: false,
  postPath: paths.readerBlogPost,
  categoryPath: paths.readerBlogCategory,
  list: async (api, { category_id, tag_id: _, ...filters }) => {
    const asked = { ...filters, ...(category_id ? { reader_blog_category_id: category_id } : {}) };
    const { reader_blogs, meta } = await api.readerBlogs(asked);
    return { posts: reader_blogs.map(cardOfReaderBlog), meta };
  },
  post: async (api, id) => postOfReaderBlog(await api.readerBlog(id)),
  categories: async (api) =>
    (await api.readerBlogCategories()).map((category) => ({
      ...nameOf(category),
      count: category.reader_blogs_count,
    })),
  category: async (api, id, paging) => {
    const { reader_blog_category, meta } = await api.readerBlogCategory(id, paging);
    const posts = (reader_blog_category.reader_blogs ?? []).map(cardOfReaderBlog);
    return { category: nameOf(reader_blog_category), posts, meta };
  },
};
