import type { App } from '#client/api/app.ts';
import { bookFilters, bookSearchOf } from '#client/books/book-search.ts';
import { booksQuery } from '#client/books/queries.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { paths } from '#shared/paths.ts';
import { authorQuery } from './queries.ts';

type Args = { params: { [name: string]: string | undefined }; url: URL };

export async function loadAuthor({ api, queryClient }: App, { params, url }: Args) {
  const author = await queryClient.ensureQueryData(authorQuery(api, idOf(params)));
  insistOnSlug(author, params.name, paths.author(author));
  const filters = bookFilters(bookSearchOf(url.searchParams), { author_id: author.id });
  await queryClient.ensureQueryData(booksQuery(api, filters));
}
