/** The bodies of errors (design 2-api) as schemas; the texts stand in shared/errors.ts. */
import * as z from 'zod';

/** Messages by field. `base` is about the whole; `full_messages` is what a client shows. */
export const FieldProblems = z
  .object({ base: z.array(z.string()).optional(), full_messages: z.array(z.string()) })
  .catchall(z.array(z.string()));
const BaseProblems = z.strictObject({ base: z.array(z.string()).min(1), full_messages: z.array(z.string()) });

/** 401 of a guarded call. */
export const NotSignedIn = z.strictObject({
  errors: z.tuple([z.literal('You need to sign in or sign up before continuing.')]),
});
/** 403: a role that may never do this. */
export const Refusal = z.strictObject({ errors: z.array(z.string()).length(1) });
/** 404, without `errors`. */
export const NotFound = z.strictObject({});
/** 400, 405, 413. */
export const Unreadable = z.strictObject({ errors: BaseProblems });
/** 409. Beside it the current record, where there is one, or the code of the rule that was broken. */
export const Conflict = z.strictObject({ errors: BaseProblems, code: z.string().optional() });
/** 422. `codes` name the rules that were broken. */
export const Invalid = z.strictObject({ errors: FieldProblems, codes: z.array(z.string()).optional() });
/** 429, with Retry-After. */
export const TooMany = z.strictObject({ errors: BaseProblems });
/** 5xx: never internals, only the id under which the log has them. */
export const ServerProblem = z.strictObject({
  errors: z.strictObject({ base: z.array(z.string()).min(1) }),
  error_id: z.uuid(),
});

/** err(x) of the auth table. */
export const AuthRefusal = z.strictObject({ success: z.literal(false), errors: z.array(z.string()).length(1) });
/** The same, with `status`. */
export const AuthStatusRefusal = AuthRefusal.extend({ status: z.literal('error') });
