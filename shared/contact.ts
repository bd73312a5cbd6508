/** A message from the contact page to the people behind this installation. */
import * as z from 'zod';
import { Email, requiredText, text } from './params.ts';

const isOneLine = (value: string) => !/\p{Cc}/u.test(value);

export const ContactInput = z.object({
  name: requiredText(100).refine(isOneLine, 'must be one line'),
  email: Email,
  subject: text(150)
    .refine(isOneLine, 'must be one line')
    .transform((value) => value || null)
    .nullish(),
  message: text(5000, 10),
  /** Shown to nobody: people leave it empty, robots do not. */
  website: z.string().max(2000).nullish(),
});
export type ContactInput = z.infer<typeof ContactInput>;
export const ContactAnswer = z.object({ message: z.string() });
