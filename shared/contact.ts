/** A message from the contact page to the operator of this installation. */
import * as z from 'zod';
import { Email, optionalLine, requiredLine, text } from './params.ts';

export const ContactInput = z.strictObject({
  name: requiredLine(100),
  email: Email,
  subject: optionalLine(150),
  message: text(5000, 10),
  /** Hidden field: people leave it empty, bots don't. */
  website: z.string().max(2000).nullish(),
});
export type ContactInput = z.infer<typeof ContactInput>;
export const ContactResponse = z.object({ message: z.string() });
