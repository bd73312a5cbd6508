import type { FormEvent } from 'react';
import type { CategoryName } from '#client/categories/queries.ts';
import { useNavigate } from '#client/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import classes from './BookFilterForm.module.css';
import { type BookSearch, bookSearchHref, bookSearchOf, SORTS } from './book-search.ts';

type Props = {
  action: string;
  search: BookSearch;
  /** Not asked for where the page is about one category. */
  categories?: readonly CategoryName[];
  /** Not asked for on the free list. */
  askFree: boolean;
};

/** A GET form: without script the browser itself goes to the filtered address. */
export function BookFilterForm({ action, search, categories, askFree }: Props) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    void navigate(bookSearchHref(action, bookSearchOf(params)));
  };
  return (
    <search>
      <form
        key={bookSearchHref(action, search)}
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
          placeholder="Title, author or series"
          className={classes.search}
        />
        {categories && (
          <SelectField
            name="category_id"
            label="Category"
            defaultValue={search.category_id ?? ''}
            options={[{ value: '', label: 'All categories' }, ...categories.map(asOption)]}
          />
        )}
        <SelectField name="sort" label="Sort by" defaultValue={search.sort} options={SORT_OPTIONS} />
        {askFree && (
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

const asOption = ({ id, name }: CategoryName) => ({ value: String(id), label: name });
const SORT_OPTIONS = Object.entries(SORTS).map(([value, { label }]) => ({ value, label }));
