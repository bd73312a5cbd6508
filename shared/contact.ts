/** A message from the contact page to the people behind this installation. */
import * as z from 'zod';
import { Email, optionalLine, requiredLine, text } from './params.ts';

export const ContactInput = z.strictObject({
  name: requiredLine(100),
  email: Email,
  subject: optionalLine(150),
  message: text(5000, 10),
  /** Shown to nobody: people leave it empty, robots do not. */
  website: z.string().max(2000).nullish(),
});
export type ContactInput = z.infer<typeof ContactInput>;
export const ContactAnswer = z.object({ message: z.string() });
