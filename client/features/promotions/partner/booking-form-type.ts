import type { useForm } from '@mantine/form';
import type { BookingValues } from './booking-form.ts';

/** What the parts of the booking form need of Mantine's form. */
export type BookingForm = Pick<
  ReturnType<typeof useForm<BookingValues>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'errors'
>;
