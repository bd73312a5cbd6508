import { type ComponentProps, useState } from 'react';
import { Button } from './Button.tsx';
import classes from './DataTable.module.css';
import { DataTable } from './DataTable.tsx';
import { Field } from './Field.tsx';

const PER_PAGE = 10;

type Props = Omit<ComponentProps<typeof DataTable>, 'isShown'> & {
  /** Text that the search compares, by row. */
  names: readonly string[];
  search: string;
};

/** A table of many rows, which phones show in pages with a search. Wider screens, and phones without script, show all rows. */
export function LongTable({ names, search, rows, ...table }: Props) {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  const found = [...rows.keys()].filter((row) => names[row]?.toLowerCase().includes(words.trim().toLowerCase()));
  const [first, last] = [page * PER_PAGE, Math.min(found.length, (page + 1) * PER_PAGE)];
  const shown = new Set(found.slice(first, last));
  return (
    <>
      <div className={classes.search}>
        <Field
          type="search"
          label={search}
          value={words}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            setPage(0);
          }}
        />
      </div>
      <DataTable {...table} rows={rows} isShown={(row) => shown.has(row)} />
      <div className={classes.pages}>
        <Button look="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <span role="status">
          {found.length ? `${first + 1}–${last} of ${found.length}` : 'No matches. Clear the search to see all rows.'}
        </span>
        <Button look="quiet" disabled={last >= found.length} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </div>
    </>
  );
}
