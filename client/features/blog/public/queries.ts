import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import { type CategoryName, categoriesQuery } from '#client/api/categories.ts';
import { idOf, redirectToCanonicalSlug } from '#client/ui/canonical-url.ts';
import {
  id as idField,
  page as pageField,
  type SearchOf,
  searchParams,
  searchWords,
  withoutEmpty,
} from '#client/ui/search-params.ts';
import { blogApi } from '#shared/api/blog.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Post } from '../posts.ts';
import { AUTHORS_BLOG, type BlogKind, READERS_BLOG } from './blog-kind.ts';

const MAX_RELATED_POSTS = 3;

export const postsQuery = (api: PublicApi, blogKind: BlogKind, search: PostSearch) => {
  const filters = postFilters(search);
  return queryOptions({ queryKey: [blogKind.key, 'posts', filters], queryFn: () => blogKind.list(api, filters) });
};

export const postQuery = (api: PublicApi, blogKind: BlogKind, id: number) =>
  queryOptions({ queryKey: [blogKind.key, 'post', id], queryFn: () => blogKind.post(api, id) });

/** The newest other posts of the same category, or of the whole blog if the post has no category. */
export const relatedQuery = (api: PublicApi, blogKind: BlogKind, { id, category }: Pick<Post, 'id' | 'category'>) =>
  queryOptions({
    queryKey: [blogKind.key, 'related', id],
    queryFn: async () => {
      const filters = { page: 1, per: MAX_RELATED_POSTS + 1, ...(category ? { category_id: category.id } : {}) };
      const { posts } = await blogKind.list(api, filters);
      return posts.filter((post) => post.id !== id).slice(0, MAX_RELATED_POSTS);
    },
  });

export const postCategoriesQuery = (api: PublicApi, blogKind: BlogKind) =>
  queryOptions({
    queryKey: [blogKind.key, 'categories'],
    queryFn: async () => (await blogKind.categories(api)).filter(({ count }) => count > 0),
    staleTime: HOUR_MS,
  });

export const postCategoryQuery = (api: PublicApi, blogKind: BlogKind, id: number, { page }: PostSearch) => {
  const paging = { page, per: postFilters({ q: '', tag_id: null, page }).per };
  return queryOptions({
    queryKey: [blogKind.key, 'category', id, page],
    queryFn: () => blogKind.category(api, id, paging),
  });
};

/** The tags, for the heading of a list of posts with one tag. */
export const tagsQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: async () => (await api(blogApi).listTags()).tags.map(({ id, name }) => ({ id, name })),
    staleTime: HOUR_MS,
  });

const listLoader =
  (blogKind: BlogKind) =>
  ({ api, queryClient }: App, { url }: LoadArgs) =>
    Promise.all([
      queryClient.ensureQueryData(postsQuery(api, blogKind, postSearchOf(url.searchParams))),
      queryClient.ensureQueryData(postCategoriesQuery(api, blogKind)),
      blogKind.hasTags ? queryClient.ensureQueryData(tagsQuery(api)) : null,
    ]);

const postLoader =
  (blogKind: BlogKind) =>
  async ({ api, queryClient }: App, { params }: LoadArgs) => {
    const post = await queryClient.ensureQueryData(postQuery(api, blogKind, idOf(params)));
    redirectToCanonicalSlug(post, params.name, blogKind.postPath(post));
    await queryClient.ensureQueryData(relatedQuery(api, blogKind, post));
    return { genre: genreNamedIn(post.title, await queryClient.ensureQueryData(categoriesQuery(api))) };
  };

/** The category with the longest name that occurs in a title: cozy mysteries before mysteries. */
const genreNamedIn = (title: string, categories: readonly CategoryName[]) =>
  categories
    .filter(({ name }) => title.toLowerCase().includes(name.toLowerCase()))
    .sort((a, b) => b.name.length - a.name.length)[0];

const categoryLoader =
  (blogKind: BlogKind) =>
  async ({ api, queryClient }: App, { params, url }: LoadArgs) => {
    const search = postSearchOf(url.searchParams);
    const query = postCategoryQuery(api, blogKind, idOf(params), search);
    const { category } = await queryClient.ensureQueryData(query);
    redirectToCanonicalSlug(category, params.name, blogKind.categoryPath(category));
    await queryClient.ensureQueryData(postCategoriesQuery(api, blogKind));
  };

export const loadBlog = listLoader(AUTHORS_BLOG);
export const loadBlogPost = postLoader(AUTHORS_BLOG);
export const loadBlogCategory = categoryLoader(AUTHORS_BLOG);
export const loadReaderBlog = listLoader(READERS_BLOG);
export const loadReaderBlogPost = postLoader(READERS_BLOG);
export const loadReaderBlogCategory = categoryLoader(READERS_BLOG);

/** The query string of a list: `?q=…&tag_id=…&page=…`. */
const SEARCH_PARAMS = searchParams({ q: searchWords, tag_id: idField, page: pageField });
type PostSearch = SearchOf<typeof SEARCH_PARAMS>;
export const postSearchOf = SEARCH_PARAMS.read;
export const postSearchHref = (path: string, search: Partial<PostSearch>) => path + SEARCH_PARAMS.write(search);

const postFilters = ({ page, ...search }: PostSearch) => ({
  ...withoutEmpty(search),
  page,
  per: RESULTS_PER_PAGE,
});
