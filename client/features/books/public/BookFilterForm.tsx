import type { FormEvent } from 'react';
import type { CategoryName } from '#client/api/categories.ts';
import { useNavigate } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { useSyncedFormValues } from '#client/ui/use-synced-form-values.ts';
import { STORE_NAMES, STORES } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import classes from './BookFilterForm.module.css';
import {
  type BookSearch,
  bookSearchHref,
  bookSearchOf,
  defaultSort,
  PRICE_LIMITS,
  SORTS,
  type Sort,
} from './book-search.ts';

type Props = {
  action: string;
  search: BookSearch;
  /** Omitted on a category's page. */
  categories?: readonly CategoryName[];
  /** False on the list of free books, which has no price filters. */
  hasPriceFilters: boolean;
};

/** A GET form: without JavaScript, submitting it loads the filtered URL. */
export function BookFilterForm({ action, search, categories, hasPriceFilters }: Props) {
  const navigate = useNavigate();
  const sort = sortValue(search.sort, search.q);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    void navigate(bookSearchHref(action, bookSearchOf(params)));
  };
  return (
    <search>
      <form
        ref={useSyncedFormValues({ ...search, sort })}
        action={action}
        method="get"
        className={classes.form}
        onSubmit={onSubmit}
      >
        <input
          type="search"
          name="q"
          defaultValue={search.q}
          maxLength={100}
          aria-label="Search books"
          placeholder="Title, author, or series"
          className={classes.search}
        />
        {categories && (
          <SelectField
            name="category_id"
            label="Category"
            defaultValue={search.category_id ?? ''}
            options={[{ value: '', label: 'All categories' }, ...categories.map(categoryOption)]}
          />
        )}
        {hasPriceFilters && (
          <SelectField
            name="price_max_cents"
            label="Price"
            defaultValue={search.price_max_cents ?? ''}
            options={PRICE_OPTIONS}
          />
        )}
        <SelectField name="store" label="Store" defaultValue={search.store ?? ''} options={STORE_OPTIONS} />
        <SelectField name="sort" label="Sort by" defaultValue={sort} options={sortOptions(search.q)} />
        {hasPriceFilters && (
          <label className={classes.free}>
            <input type="checkbox" name="free_only" value="true" defaultChecked={search.free_only} />
            Free only
          </label>
        )}
        <Button type="submit">Show books</Button>
      </form>
    </search>
  );
}

const categoryOption = ({ id, name }: CategoryName) => ({ value: String(id), label: name });
/** The default order has the empty value, so that a search from a list sorted by default is sorted by relevance. */
const sortValue = (sort: Sort, q: string) => (sort === defaultSort(q) ? '' : sort);
const sortOptions = (q: string) =>
  (Object.keys(SORTS) as Sort[])
    .filter((sort) => q || sort !== 'best')
    .map((sort) => ({ value: sortValue(sort, q), label: SORTS[sort].label }));
const PRICE_OPTIONS = [
  { value: '', label: 'Any price' },
  ...PRICE_LIMITS.map((cents) => ({ value: String(cents), label: `Up to ${formatCents(cents)}` })),
];
const STORE_OPTIONS = [
  { value: '', label: 'Any store' },
  ...STORES.map((store) => ({ value: store as string, label: STORE_NAMES[store] })),
];
