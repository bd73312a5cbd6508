import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import {
  id as idField,
  page as pageField,
  type SearchOf,
  searchParams,
  withoutEmpty,
  words,
} from '#client/ui/search-params.ts';
import { blogApi } from '#shared/api/blog.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Post } from '../posts.ts';
import { AUTHORS_BLOG, BY_NAME, type Family, READERS_BLOG } from './family.ts';

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

const listLoader =
  (family: Family) =>
  ({ api, queryClient }: App, { url }: LoadArgs) =>
    Promise.all([
      queryClient.ensureQueryData(postsQuery(api, family, postSearchOf(url.searchParams))),
      queryClient.ensureQueryData(postCategoriesQuery(api, family)),
      family.hasTags ? queryClient.ensureQueryData(tagsQuery(api)) : null,
    ]);

const postLoader =
  (family: Family) =>
  async ({ api, queryClient }: App, { params }: LoadArgs) => {
    const post = await queryClient.ensureQueryData(postQuery(api, family, idOf(params)));
    insistOnSlug(post, params.name, family.postPath(post));
    await queryClient.ensureQueryData(relatedQuery(api, family, post));
  };

const categoryLoader =
  (family: Family) =>
  async ({ api, queryClient }: App, { params, url }: LoadArgs) => {
    const search = postSearchOf(url.searchParams);
    const query = postCategoryQuery(api, family, idOf(params), search);
    const { category } = await queryClient.ensureQueryData(query);
    insistOnSlug(category, params.name, family.categoryPath(category));
    await queryClient.ensureQueryData(postCategoriesQuery(api, family));
  };

export const loadBlog = listLoader(AUTHORS_BLOG);
export const loadBlogPost = postLoader(AUTHORS_BLOG);
export const loadBlogCategory = categoryLoader(AUTHORS_BLOG);
export const loadReaderBlog = listLoader(READERS_BLOG);
export const loadReaderBlogPost = postLoader(READERS_BLOG);
export const loadReaderBlogCategory = categoryLoader(READERS_BLOG);

/** A list's address: `?q=…&tag_id=…&page=…`. */
const ADDRESS = searchParams({ q: words, tag_id: idField, page: pageField });
type PostSearch = SearchOf<typeof ADDRESS>;
export const postSearchOf = ADDRESS.read;
export const postSearchHref = (path: string, search: Partial<PostSearch>) => path + ADDRESS.write(search);

const postFilters = ({ page, ...search }: PostSearch) => ({
  ...withoutEmpty(search),
  page,
  per: RESULTS_PER_PAGE,
});
