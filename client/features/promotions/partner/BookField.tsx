import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { Cover } from '#client/ui/Cover.tsx';
import type { Book } from '#shared/books.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import classes from './BookingFields.module.css';
import type { BookingForm } from './booking-form-type.ts';

const TYPING_MS = 300;

type Props = { form: BookingForm; book: Book | undefined; onChoose: (id: number) => void };

/** One of the partner's active books, found by typing. */
export function BookField({ form, book, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === book?.title ? '' : typed, TYPING_MS);
  const found = useQuery(
    partnerBooksQuery({ q, status: 'active', per: RESULTS_PER_PAGE, sort_col: 'title', sort_dir: 'asc' }),
  );
  const books = found.data?.books ?? [];
  const options = book && !books.some(({ id }) => id === book.id) ? [book, ...books] : books;
  return (
    <div className={classes.bookRow}>
      <Cover src={book?.cover_url ?? '/no-cover.svg'} alt="" width={64} />
      <Select
        label="Book"
        placeholder="Type a title"
        size="md"
        required
        withAsterisk={false}
        searchable
        allowDeselect={false}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        nothingFoundMessage="None of your active books"
        data={options.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('book_id')}
        onChange={(value: string | null) => value && onChoose(Number(value))}
      />
    </div>
  );
}
