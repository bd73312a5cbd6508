import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { booksApi } from '#shared/api/books.ts';

const booksOfStaff = clientFor(booksApi, 'user');
const WAIT_MS = 250;

type Props = {
  /** Only this partner's books; all where the code is for every partner. */
  partner_id: number | null;
  value?: number | null;
  error?: ReactNode;
  onChange?: (id: number | null) => void;
};

/** Finds one book by title, author or series. */
export function BookSelect({ partner_id, value = null, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, WAIT_MS);
  const { data: found = [] } = useQuery({
    queryKey: ['user', 'books', 'search', partner_id, q],
    queryFn: async () => (await booksOfStaff.list({ query: { q: q.slice(0, 100), partner_id, per: 20 } })).books,
  });
  const { data: chosen } = useQuery({
    queryKey: ['user', 'books', 'title', value],
    queryFn: async () => (await booksOfStaff.show({ id: value! })).book,
    enabled: value !== null,
  });
  const books = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label="Only for the book"
      placeholder="All books"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All books' }}
      nothingFoundMessage="No such book"
      comboboxProps={{ withinPortal: false }}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={books.map(({ id, title, author_name }) => ({
        value: String(id),
        label: author_name ? `${title}, ${author_name}` : title,
      }))}
      error={error}
    />
  );
}
