import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { blogApi } from '#shared/api/blog.ts';
import type { Blog, BlogInput, BlogPatch } from '#shared/blog.ts';

const blogs = clientFor(blogApi, 'user');
const JOINS = ['tags', 'blog_category'];
const MAX_OPTIONS = 100;

export const editedPostQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'blog post', id],
    queryFn: async () => (await blogs.show({ id, query: { joins: JOINS } })).blog,
    /** The form compares typed values with the loaded post, which must not be reloaded while the form is open. */
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const createPost = async (body: BlogInput, idempotencyKey: string): Promise<Blog> =>
  (await blogs.create({ body, idempotencyKey })).blog;

/** Saves changes of a post. 409 if someone else has saved it since it was loaded. */
export async function updatePost({ id, updated_at: seen_updated_at }: Blog, body: BlogPatch): Promise<Blog> {
  const { blog } = await blogs.update({ id, query: { joins: JOINS }, body: { ...body, seen_updated_at } });
  return blog;
}

export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['user', 'blog preview', body],
    queryFn: async ({ signal }) => (await blogs.preview({ body: { body }, signal })).preview,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });

/** Uploads a picture and returns its URL. */
export async function uploadPicture(picture: File): Promise<string> {
  return (await blogs.addPicture({ file: picture })).picture.url;
}

export const blogCategoriesQuery = queryOptions({
  queryKey: ['user', 'blog categories'],
  queryFn: async () => (await blogs.listCategories({ query: { per: MAX_OPTIONS } })).blog_categories,
});

export const tagNamesQuery = queryOptions({
  queryKey: ['user', 'tags'],
  queryFn: async () => (await blogs.listTags({ query: { per: MAX_OPTIONS } })).tags.map(({ name }) => name),
});
