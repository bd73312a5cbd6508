/** The blog for authors and the blog for readers, which have the same three pages. */

import { blogApi } from '#shared/api/blog.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Meta } from '#shared/params.ts';
import { paths } from '#shared/paths.ts';
import {
  type CountedCategory,
  cardOfBlog,
  cardOfReaderBlog,
  type Post,
  type PostCard,
  type PostCategory,
  postOfBlog,
  postOfReaderBlog,
} from '../posts.ts';

type SluggedRecord = { id: number; slug: string };
type Paging = { page: number; per: number };
type PostFilters = Paging & { q?: string; tag_id?: number; category_id?: number };
type PostPage = { posts: PostCard[]; meta: Meta };
type CategoryPage = PostPage & { category: PostCategory };

export type BlogKind = {
  key: 'blog' | 'reader-blog';
  name: string;
  heading: string;
  lead: string;
  home: string;
  feed: string;
  hasTags: boolean;
  postPath: (post: SluggedRecord) => string;
  categoryPath: (category: SluggedRecord) => string;
  list: (api: PublicApi, filters: PostFilters) => Promise<PostPage>;
  post: (api: PublicApi, id: number) => Promise<Post>;
  categories: (api: PublicApi) => Promise<CountedCategory[]>;
  category: (api: PublicApi, id: number, paging: Paging) => Promise<CategoryPage>;
};

/** Copied from the schemas, because importing them would load zod. */
const JOINS = ['tags', 'blog_category', 'user'];
const READER_JOINS = ['reader_blog_category'];

const categoryFields = ({ id, slug, name, description }: PostCategory): PostCategory => ({
  id,
  slug,
  name,
  description,
});

export const AUTHORS_BLOG: BlogKind = {
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
    const query = { ...filters, blog_category_id: category_id, joins: JOINS };
    const { blogs, meta } = await api(blogApi).list({ query });
    return { posts: blogs.map(cardOfBlog), meta };
  },
  post: async (api, id) => postOfBlog((await api(blogApi).show({ id, query: { joins: JOINS } })).blog),
  categories: async (api) =>
    (await api(blogApi).listCategories()).blog_categories.map((category) => ({
      ...categoryFields(category),
      count: category.blogs_count,
    })),
  category: async (api, id, paging) => {
    const { blog_category, meta } = await api(blogApi).showCategory({ id, query: { ...paging, joins: JOINS } });
    return { category: categoryFields(blog_category), posts: (blog_category.blogs ?? []).map(cardOfBlog), meta };
  },
};

export const READERS_BLOG: BlogKind = {
  key: 'reader-blog',
  name: 'Reader blog',
  heading: 'The reader blog',
  lead: 'Reading lists, genre guides, and tips for getting more out of your ebooks.',
  home: paths.readerBlog(),
  feed: '/feeds/reader-blog.rss',
  hasTags: false,
  postPath: paths.readerBlogPost,
  categoryPath: paths.readerBlogCategory,
  list: async (api, { category_id, tag_id: _, ...filters }) => {
    const query = { ...filters, reader_blog_category_id: category_id, joins: READER_JOINS };
    const { reader_blogs, meta } = await api(blogApi).listForReaders({ query });
    return { posts: reader_blogs.map(cardOfReaderBlog), meta };
  },
  post: async (api, id) =>
    postOfReaderBlog((await api(blogApi).showForReaders({ id, query: { joins: READER_JOINS } })).reader_blog),
  categories: async (api) =>
    (await api(blogApi).listReaderCategories()).reader_blog_categories.map((category) => ({
      ...categoryFields(category),
      count: category.reader_blogs_count,
    })),
  category: async (api, id, paging) => {
    const { reader_blog_category, meta } = await api(blogApi).showReaderCategory({
      id,
      query: { ...paging, joins: READER_JOINS },
    });
    const posts = (reader_blog_category.reader_blogs ?? []).map(cardOfReaderBlog);
    return { category: categoryFields(reader_blog_category), posts, meta };
  },
};
