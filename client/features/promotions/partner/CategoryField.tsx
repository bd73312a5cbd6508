import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import type { Book } from '#shared/books.ts';
import type { BookingForm } from './booking-form-type.ts';
import { categoryChoices } from './category-choices.ts';

/** The newsletter's category; the book's own stand first. */
export function CategoryField({ form, book }: { form: BookingForm; book: Book | undefined }) {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (
    <NativeSelect
      label="Category"
      description="Readers of this category get the mail."
      size="md"
      required
      withAsterisk={false}
      data={[{ value: '', label: 'Choose one' }, ...categoryChoices(groups.data ?? [], book)]}
      {...form.getInputProps('category_id')}
    />
  );
}
