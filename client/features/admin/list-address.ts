/** A list's search, filters, sorting, and page in its address, as the API takes them. */
import { oneOf, page, type SearchField, type SearchOf, searchParams, withoutEmpty } from '#client/ui/search-params.ts';
import type { AdminEntity, AdminFilter } from '#shared/admin.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';

export const filterNames = ({ name, kind }: AdminFilter) => (kind === 'date' ? [`${name}_from`, `${name}_to`] : [name]);

const knownNames = ({ filters, searches }: AdminEntity) => [
  ...(searches.length ? ['q'] : []),
  ...filters.flatMap(filterNames),
];

const text = { fallback: '', read: (typed: string) => typed.trim() };

/** The search of an entity's list. Unknown names are omitted, since the API refuses them. */
export const addressOf = (entity: AdminEntity) =>
  searchParams({
    ...Object.fromEntries(knownNames(entity).map((name) => [name, text])),
    sort_col: oneOf(
      entity.fields.filter(({ sortable }) => sortable).map(({ name }) => name),
      '',
    ),
    sort_dir: oneOf(['asc', 'desc'], ''),
    page,
  } as AdminFields);

type AdminFields = {
  [name: string]: SearchField<string>;
} & { sort_col: SearchField<string>; sort_dir: SearchField<string>; page: SearchField<number> };
export type AdminSearch = SearchOf<ReturnType<typeof addressOf>>;

/** The search text and the filters, without sorting and page, as exports take them. */
export const filtersIn = ({ sort_col: _col, sort_dir: _dir, page: _page, ...filters }: AdminSearch) =>
  withoutEmpty(filters) as { [name: string]: string };

export const sortIn = (entity: AdminEntity, { sort_col, sort_dir }: AdminSearch) => ({
  sort_col: sort_col || entity.sort_col,
  sort_dir: sort_dir || (sort_col ? 'asc' : entity.sort_dir),
});

export const listQueryOf = (entity: AdminEntity, search: AdminSearch) => ({
  ...filtersIn(search),
  ...sortIn(entity, search),
  page: search.page,
  per: RESULTS_PER_PAGE,
});

/** A click sorts by the column in ascending order, or reverses the order if the list is sorted by it already. */
export const sortChange = (entity: AdminEntity, search: AdminSearch, column: string) => {
  const { sort_col, sort_dir } = sortIn(entity, search);
  return { sort_col: column, sort_dir: sort_col === column && sort_dir === 'asc' ? 'desc' : 'asc' };
};
