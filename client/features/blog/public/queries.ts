import { queryOptions } from '@tanstack/react-query';
import { blogApi } from '#shared/api/blog.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Post } from '../posts.ts';
import { BY_NAME, type Family } from './family.ts';
import { type PostSearch, postFilters } from './post-search.ts';

const RELATED_POSTS = 3;

export const postsQuery = (api: PublicApi, family: Family, search: PostSearch) => {
  const filters = postFilters(search);
  return queryOptions({ queryKey: [family.key, 'posts', filters], queryFn: () => family.list(api, filters) });
};

export const postQuery = (api: PublicApi, family: Family, id: number) =>
  queryOptions({ queryKey: [family.key, 'post', id], queryFn: () => family.post(api, id) });

/** Newest posts of the same category, or of the whole blog when the post has none. */
export const relatedQuery = (api: PublicApi, family: Family, { id, category }: Pick<Post, 'id' | 'category'>) =>
  queryOptions({
    queryKey: [family.key, 'related', id],
    queryFn: async () => {
      const filters = { page: 1, per: RELATED_POSTS + 1, ...(category ? { category_id: category.id } : {}) };
      const { posts } = await family.list(api, filters);
      return posts.filter((post) => post.id !== id).slice(0, RELATED_POSTS);
    },
  });

export const postCategoriesQuery = (api: PublicApi, family: Family) =>
  queryOptions({
    queryKey: [family.key, 'categories'],
    queryFn: async () => (await family.categories(api)).filter(({ count }) => count > 0),
    staleTime: HOUR_MS,
  });

export const postCategoryQuery = (api: PublicApi, family: Family, id: number, { page }: PostSearch) => {
  const paging = { page, per: postFilters({ q: '', tag_id: null, page }).per };
  return queryOptions({
    queryKey: [family.key, 'category', id, page],
    queryFn: () => family.category(api, id, paging),
  });
};

/** The names of the tags, of which the list's heading needs one. */
export const tagsQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: async () => (await api(blogApi).listTags({ query: BY_NAME })).tags.map(({ id, name }) => ({ id, name })),
    staleTime: HOUR_MS,
  });
