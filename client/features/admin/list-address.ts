/** A list's address: search, filters, sort and page, as the API takes them. */
import type { AdminEntity, AdminFilter } from '#shared/admin.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';

export const filterNames = ({ name, kind }: AdminFilter) => (kind === 'date' ? [`${name}_from`, `${name}_to`] : [name]);

const knownNames = ({ filters, searches }: AdminEntity) => [
  ...(searches.length ? ['q'] : []),
  ...filters.flatMap(filterNames),
];

/** The filters alone: what an export takes. Unknown names in the address are left out, since the API refuses them. */
export function filtersIn(entity: AdminEntity, params: URLSearchParams): { [name: string]: string } {
  return Object.fromEntries(
    knownNames(entity).flatMap((name) => {
      const value = params.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

export function sortIn({ fields, sort_col, sort_dir }: AdminEntity, params: URLSearchParams) {
  const asked = params.get('sort_col');
  const known = fields.some(({ name, sortable }) => sortable && name === asked);
  const dir = params.get('sort_dir');
  return {
    sort_col: known ? asked! : sort_col,
    sort_dir: dir === 'asc' || dir === 'desc' ? dir : known ? 'asc' : sort_dir,
  };
}

export const listQueryOf = (entity: AdminEntity, params: URLSearchParams, page: number) => ({
  ...filtersIn(entity, params),
  ...sortIn(entity, params),
  page,
  per: RESULTS_PER_PAGE,
});

/** A click on a column sorts by it, a second one turns it round. */
export const sortChange = (entity: AdminEntity, params: URLSearchParams, column: string) => {
  const { sort_col, sort_dir } = sortIn(entity, params);
  return { sort_col: column, sort_dir: sort_col === column && sort_dir === 'asc' ? 'desc' : 'asc' };
};
