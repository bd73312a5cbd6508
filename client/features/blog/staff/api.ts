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
    /** The form compares typed values with the loaded ones, so they must not be reloaded while it's open. */
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Saves the post, or creates it if it's new. 409 if someone else has saved it since `loaded`. */
export async function savePost(loaded: Blog | null, body: BlogPatch): Promise<Blog> {
  const { blog } = loaded
    ? await blogs.update({
        id: loaded.id,
        query: { joins: JOINS },
        body: { ...body, seen_updated_at: loaded.updated_at },
      })
    : await blogs.create({ body: body as BlogInput });
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
