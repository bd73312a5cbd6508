import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { AuthorAnswer, type AuthorInput, AuthorList, type AuthorPatch } from '#shared/authors.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';

const role = 'partner';
const AUTHORS = ['partner', 'authors'];

export const authorsQuery = (page: number) =>
  queryOptions({
    queryKey: [...AUTHORS, 'list', page],
    queryFn: () => call('/authors', { role, query: { page, sort_col: 'name', sort_dir: 'asc' }, schema: AuthorList }),
    placeholderData: keepPreviousData,
  });

/** For the choice in the book form. */
export const allAuthorsQuery = () =>
  queryOptions({
    queryKey: [...AUTHORS, 'all'],
    queryFn: async () => {
      const query = { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' };
      return (await call('/authors', { role, query, schema: AuthorList })).authors;
    },
  });

export const authorQuery = (id: number) =>
  queryOptions({
    queryKey: [...AUTHORS, id],
    queryFn: async () => (await call(`/authors/${id}`, { role, schema: AuthorAnswer })).author,
  });

export const createAuthor = async (body: AuthorInput) =>
  (await call('/authors', { method: 'POST', role, body, schema: AuthorAnswer })).author;

export const changeAuthor = async (id: number, body: AuthorPatch) =>
  (await call(`/authors/${id}/`, { method: 'PATCH', role, body, schema: AuthorAnswer })).author;

export async function uploadPhoto(id: number, picture: File) {
  const body = new FormData();
  body.set('photo', picture);
  return (await call(`/authors/${id}/photo`, { method: 'POST', role, body, schema: AuthorAnswer })).author;
}

export const deleteAuthor = (id: number) => call(`/authors/${id}`, { method: 'DELETE', role });

/** Books show their author's name. */
export function useAuthorsChanged() {
  const client = useQueryClient();
  return () => Promise.all([AUTHORS, ['partner', 'books']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
