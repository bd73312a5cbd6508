import * as z from 'zod';
import { BookInput } from '#shared/books.ts';
import { REASONS } from '#shared/reasons.ts';
import { storeLinkProblems, storesOf } from '#shared/stores.ts';
import { type BookValues, bookBody } from './book-form.ts';

/** The server's schema over the form's values, and its rule about store links. */
export const BookFormSchema = z.preprocess(
  (values) => bookBody(values as BookValues),
  BookInput.superRefine((book, context) => {
    for (const [field, messages] of Object.entries(storeLinkProblems(book))) {
      for (const message of messages) context.addIssue({ code: 'custom', path: [field], message });
    }
    if (book.status !== 'draft' && storesOf(book).length === 0) {
      context.addIssue({ code: 'custom', path: ['amazon_url'], message: REASONS.no_store_link.explanation });
    }
  }),
);
