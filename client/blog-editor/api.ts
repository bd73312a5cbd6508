import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import {
  type Blog,
  BlogAnswer,
  BlogCategoryList,
  type BlogPatch,
  BlogPictureAnswer,
  BlogPreviewAnswer,
  TagList,
} from '#shared/blog.ts';

const role = 'user';
const JOINS = ['tags', 'blog_category'];
const MOST = 100;

export const editedPostQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'blog post', id],
    queryFn: async () => (await call(`/blogs/${id}`, { role, query: { joins: JOINS }, schema: BlogAnswer })).blog,
    /** What is being typed is compared with what was loaded, so it is not loaded behind the editor's back. */
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Makes the post where there is none yet; 409 when somebody else has saved since `seen`. */
export async function savePost(seen: Blog | null, body: BlogPatch): Promise<Blog> {
  const { blog } = seen
    ? await call(`/blogs/${seen.id}/`, {
        method: 'PATCH',
        role,
        query: { joins: JOINS },
        body: { ...body, seen_updated_at: seen.updated_at },
        schema: BlogAnswer,
      })
    : await call('/blogs', { method: 'POST', role, body, schema: BlogAnswer });
  return blog;
}

export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['user', 'blog preview', body],
    queryFn: async ({ signal }) =>
      (await call('/blogs/preview', { method: 'POST', role, body: { body }, schema: BlogPreviewAnswer, signal }))
        .preview,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });

/** Answers the address that a post may name. */
export async function uploadPicture(picture: File): Promise<string> {
  const body = new FormData();
  body.set('picture', picture);
  return (await call('/blogs/pictures', { method: 'POST', role, body, schema: BlogPictureAnswer })).picture.url;
}

export const blogCategoriesQuery = queryOptions({
  queryKey: ['user', 'blog categories'],
  queryFn: async () =>
    (await call('/blog_categories', { role, query: { per: MOST }, schema: BlogCategoryList })).blog_categories,
});

export const tagNamesQuery = queryOptions({
  queryKey: ['user', 'tags'],
  queryFn: async () =>
    (await call('/tags', { role, query: { per: MOST }, schema: TagList })).tags.map(({ name }) => name),
});
