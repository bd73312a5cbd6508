/** Schemas of error bodies; their texts are in shared/errors.ts. */
import * as z from 'zod';
import { BAD_API_KEY, NOT_SIGNED_IN } from '#shared/errors.ts';

/** Messages by field. `base` is about the whole record; `full_messages` are complete sentences to show. */
export const FieldProblems = z
  .object({ base: z.array(z.string()).optional(), full_messages: z.array(z.string()) })
  .catchall(z.array(z.string()));
const BaseProblems = z.strictObject({ base: z.array(z.string()).min(1), full_messages: z.array(z.string()) });

/** 401 of a guarded call, or of a call with an API key that doesn't work. */
export const NotSignedIn = z.strictObject({
  errors: z.array(z.enum([NOT_SIGNED_IN, BAD_API_KEY])).length(1),
});
/** 403: the role or API key may not do this, or staff may not do it while they view a partner's screens. */
export const Refusal = z.strictObject({ errors: z.array(z.string()).length(1) });
/** 404, without `errors`. */
export const NotFound = z.strictObject({});
/** 400, 405, 413, and 415. */
export const Unreadable = z.strictObject({ errors: BaseProblems });
/** 409, possibly with a code for the reason. `conflictWith` adds the current record. */
export const Conflict = z.strictObject({ errors: BaseProblems, code: z.string().optional() });
/** 422. `codes` are the broken rules. */
export const Invalid = z.strictObject({ errors: FieldProblems, codes: z.array(z.string()).optional() });
/** 429, with Retry-After. */
export const TooMany = z.strictObject({ errors: BaseProblems });
/** 5xx: without internal details, only the id under which they are logged. */
export const ServerProblem = z.strictObject({
  errors: z.strictObject({ base: z.array(z.string()).min(1) }),
  error_id: z.uuid(),
});

/** A refusal in the format of devise_token_auth. */
export const AuthRefusal = z.strictObject({ success: z.literal(false), errors: z.array(z.string()).length(1) });
/** An `AuthRefusal` with `status`. */
export const AuthStatusRefusal = AuthRefusal.extend({ status: z.literal('error') });
