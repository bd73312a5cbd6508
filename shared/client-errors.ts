import * as z from 'zod';

/** An error in a browser, with the ID that the visitor saw. */
export const ClientError = z.object({
  error_id: z.string().regex(/^[a-z0-9]{6,40}$/),
  message: z.string().max(500),
  stack: z.string().max(4000).nullable(),
  path: z.string().max(500),
});
export type ClientError = z.infer<typeof ClientError>;
