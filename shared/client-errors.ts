import * as z from 'zod';

/** An error in a browser, with its ID, which the visitor sees if a page crashed. */
export const ClientError = z.object({
  error_id: z.string().regex(/^[a-z0-9]{6,40}$/),
  message: z.string().max(500),
  stack: z.string().max(4000).nullable(),
  path: z.string().max(500),
});
export type ClientError = z.infer<typeof ClientError>;
