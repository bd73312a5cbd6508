import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { authorsApi } from '#shared/api/authors.ts';
import type { BodyInput } from '#shared/api/operation.ts';
import type { Author, AuthorPatch } from '#shared/authors.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { clientFor } from './client.ts';
import { refreshPublicPages } from './public-pages.ts';

const authorsClient = clientFor(authorsApi, 'partner');
const AUTHORS_KEY = ['partner', 'authors'];

export const authorsQuery = (page: number) =>
  queryOptions({
    queryKey: [...AUTHORS_KEY, 'list', page],
    queryFn: () => authorsClient.list({ query: { page } }),
    placeholderData: keepPreviousData,
  });

/** All profiles of the partner by name, for the author field of the book form. */
export const authorChoicesQuery = () =>
  queryOptions({
    queryKey: [...AUTHORS_KEY, 'choices'],
    queryFn: async () => {
      const choices: Author[] = [];
      for (let page = 1; ; page += 1) {
        const { authors, meta } = await authorsClient.list({ query: { per: MAX_PER_PAGE, page } });
        choices.push(...authors);
        if (page * meta.per >= meta.total_count) return choices;
      }
    },
  });

export const authorQuery = (id: number) =>
  queryOptions({
    queryKey: [...AUTHORS_KEY, id],
    queryFn: async () => (await authorsClient.show({ id })).author,
  });

export const createAuthor = async (body: BodyInput<typeof authorsApi.create>) =>
  (await authorsClient.create({ body })).author;
export const updateAuthor = async (id: number, body: AuthorPatch) => (await authorsClient.update({ id, body })).author;
export const uploadPhoto = async (id: number, file: File) => (await authorsClient.replacePhoto({ id, file })).author;
export const deleteAuthor = (id: number) => authorsClient.remove({ id });

/** Returns a function that reloads author profiles, their public pages, and books because they show the author's name. */
export function useRefreshAuthors() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      ...[AUTHORS_KEY, ['partner', 'books']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      refreshPublicPages(queryClient),
    ]);
}
