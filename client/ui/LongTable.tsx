import { type ComponentProps, useState } from 'react';
import { Button } from './Button.tsx';
import classes from './DataTable.module.css';
import { DataTable } from './DataTable.tsx';
import { Field } from './Field.tsx';

const PER_PAGE = 10;

type Props = Omit<ComponentProps<typeof DataTable>, 'isShownOnPhones'> & {
  /** The label of the search field; without it, the table has none. */
  search?: string;
  /** The texts that the search looks in, one for each row. */
  names?: readonly string[];
};

/**
 * A table of many rows, which phones show page by page. Wider screens, and phones without script, show all rows.
 */
export function LongTable({ names = [], search, rows, ...table }: Props) {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  const matches = [...rows.keys()].filter((row) =>
    (names[row] ?? '').toLowerCase().includes(words.trim().toLowerCase()),
  );
  const first = page * PER_PAGE;
  const last = Math.min(matches.length, first + PER_PAGE);
  const shownRows = new Set(matches.slice(first, last));
  return (
    <>
      {search && (
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
      )}
      <DataTable {...table} rows={rows} isShownOnPhones={(row) => shownRows.has(row)} />
      {rows.length > PER_PAGE && (
        <div className={classes.pages}>
          <Button look="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span role="status">
            {matches.length
              ? `${first + 1}–${last} of ${matches.length}`
              : 'No matches. Clear the search to see all rows.'}
          </span>
          <Button look="quiet" disabled={last >= matches.length} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  );
}
