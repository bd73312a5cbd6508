import type { App } from '#client/api/app.ts';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { paths } from '#shared/paths.ts';
import { authorSearchOf } from './author-search.ts';
import { authorQuery, authorsQuery } from './queries.ts';

type Args = { params: { [name: string]: string | undefined }; url: URL };

export async function loadAuthor({ api, queryClient }: App, { params, url }: Args) {
  const author = await queryClient.ensureQueryData(authorQuery(api, idOf(params)));
  insistOnSlug(author, params.name, paths.author(author));
  const filters = bookFilters(bookSearchOf(url.searchParams), { author_id: author.id });
  await queryClient.ensureQueryData(booksQuery(api, filters));
}

export const loadAuthors = ({ api, queryClient }: App, { url }: Pick<Args, 'url'>) =>
  queryClient.ensureQueryData(authorsQuery(api, authorSearchOf(url.searchParams)));
