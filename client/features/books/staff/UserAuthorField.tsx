import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Book } from '#shared/books.ts';
import type { BookForm } from '../book-form-parts.ts';
import { authorsQuery } from './user-api.ts';

const WAIT_MS = 250;

/** One of the partner's author profiles, found by name. */
export function UserAuthorField({ form, book }: { form: BookForm; book: Book }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim().slice(0, 100), WAIT_MS);
  const { data: found = [] } = useQuery(authorsQuery(book.partner_id, q));
  const own = found.filter(({ id }) => id !== book.author_id);
  const current = book.author_id === null ? [] : [{ id: book.author_id, name: book.author_name ?? '' }];
  return (
    <Select
      label="Author profile"
      description="One of this partner’s."
      placeholder="None"
      size="md"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No author profile' }}
      nothingFoundMessage="This partner has no such author profile"
      comboboxProps={{ withinPortal: false }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...current, ...own].map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps('author_id')}
      value={form.getValues().author_id || null}
      onChange={(id) => form.setFieldValue('author_id', id ?? '')}
    />
  );
}
