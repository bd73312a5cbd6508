/** The author, series, or book that a link asks a reader to follow or save. */
import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import { data } from '#client/app/router.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { booksApi } from '#shared/api/books.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { type ListItem, listItemOf } from '#shared/reader-list.ts';

/** The item's name for the page's title, before and after it's added. */
export const itemNameQuery = (api: PublicApi, { kind, id }: ListItem) =>
  queryOptions({
    queryKey: ['list item', kind, id],
    queryFn: async () => {
      if (kind === 'author') return { name: (await api(authorsApi).show({ id, query: {} })).author.name };
      const { book } = await api(booksApi).show({ id, query: {} });
      const by = book.author_name ? ` by ${book.author_name}` : '';
      return { name: (kind === 'series' ? (book.series ?? '') : book.title) + by };
    },
  });

export async function loadListItem({ api, queryClient }: App, { url }: LoadArgs) {
  const item = listItemOf(url.searchParams.get('item'));
  if (!item) throw data(null, { status: 404 });
  await queryClient.ensureQueryData(itemNameQuery(api, item));
}
