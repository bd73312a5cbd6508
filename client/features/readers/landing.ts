import type { App, LoadArgs } from '#client/api/app.ts';
import { categoriesQuery, superCategoriesQuery } from '#client/api/categories.ts';
import { data } from '#client/app/router.ts';

export async function loadLanding({ api, queryClient }: App, { params }: LoadArgs) {
  const categories = await queryClient.ensureQueryData(categoriesQuery(api));
  const genre = categories.find(({ slug }) => slug === params.genre);
  if (params.genre !== undefined && (!genre || genre.is_adult)) throw data(null, { status: 404 });
  if (!genre) await queryClient.ensureQueryData(superCategoriesQuery(api));
}
