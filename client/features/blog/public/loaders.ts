import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { AUTHORS_BLOG, type Family, READERS_BLOG } from './family.ts';
import { postSearchOf } from './post-search.ts';
import { postCategoriesQuery, postCategoryQuery, postQuery, postsQuery, relatedQuery, tagsQuery } from './queries.ts';

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
