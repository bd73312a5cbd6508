import type { App } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { data } from '#client/app/router.ts';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { idOf, redirectToCanonicalSlug } from '#client/ui/canonical-url.ts';
import { paths } from '#shared/paths.ts';

type Args = { params: { [name: string]: string | undefined }; url: URL };

/** Loads a category's page. `genre` is the genre that the page's sign-up box offers, unless it's adult. */
export async function loadCategory({ api, queryClient }: App, { params, url }: Args) {
  const id = idOf(params);
  const category = (await queryClient.ensureQueryData(categoriesQuery(api))).find((other) => other.id === id);
  if (!category) throw data(null, { status: 404 });
  redirectToCanonicalSlug(category, params.name, paths.category(category));
  const filters = bookFilters(bookSearchOf(url.searchParams), { category_id: id });
  await queryClient.ensureQueryData(booksQuery(api, filters));
  return { genre: category };
}
