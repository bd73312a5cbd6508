import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { discountQuery } from './booking-api.ts';
import type { BookingValues } from './booking-form.ts';

const TYPING_MS = 400;

/** What the typed code is worth for this book, asked once the typing pauses. `code` is the one the answer is about. */
export function useDiscount({ discount_code, book_id }: Pick<BookingValues, 'discount_code' | 'book_id'>) {
  const [code] = useDebouncedValue(discount_code.trim(), TYPING_MS);
  const { data, error } = useQuery(discountQuery(code, Number(book_id) || null));
  return { code, data, error };
}
