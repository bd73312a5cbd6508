/** What the parts of the book form are handed. */
import type { useForm } from '@mantine/form';
import type { BookValues } from './book-form.ts';

export type BookForm = Pick<
  ReturnType<typeof useForm<BookValues>>,
  'getInputProps' | 'getValues' | 'setFieldValue' | 'setFieldError'
>;
/** Says under a field that it was filled in from the store. */
export type Origin = (field: keyof BookValues) => string | undefined;
