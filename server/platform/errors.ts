/**
 * Refusals: an AppError carries the status and the JSON body that the client gets. See
 * docs/decisions/0009-no-403-for-people-who-stay-signed-in.md.
 */
import { waitText } from '#shared/counts.ts';
import { BAD_API_KEY, type FieldErrors, NOT_SIGNED_IN, withFullMessages } from '#shared/errors.ts';

export class AppError extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(`${status} ${JSON.stringify(body).slice(0, 200)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 404 without `errors`, so that the client shows its own text. Also used for other people's records. */
export const notFound = () => new AppError(404, {});

export const notSignedIn = () => new AppError(401, { errors: [NOT_SIGNED_IN] });

export const badApiKey = () => new AppError(401, { errors: [BAD_API_KEY] });

/** Not for a right that a signed-in person could get later: the client signs out on 403, except in staff's views. */
export const forbidden = (message = 'Your account doesn’t have permission to do this.') =>
  new AppError(403, { errors: [message] });

/** The state doesn't allow the change, or someone else was faster; `record` is the current one, under its API name. */
export const conflict = (message: string, record: object = {}) =>
  new AppError(409, { errors: withFullMessages({ base: [message] }), ...record });

/** The request can't be parsed, or its signature or Idempotency-Key is invalid. */
export const badRequest = (message: string) => new AppError(400, { errors: withFullMessages({ base: [message] }) });

export const unsupportedType = () =>
  new AppError(415, { errors: withFullMessages({ base: ['Send JSON, with Content-Type: application/json.'] }) });

/** `more` are additional fields, such as the codes of broken rules or the record. */
export const invalid = (errors: { [field: string]: string[] }, more: object = {}) =>
  new AppError(422, { errors: withFullMessages(errors), ...more });
export const invalidBase = (...messages: string[]) => invalid({ base: messages });

/** A right that the staff member lacks: 422, because the client signs out on 403. */
export const adminsOnly = (message = 'Only administrators can do this. Ask one to help.') =>
  Object.assign(invalidBase(message), { [RIGHT_MISSING]: true });
const RIGHT_MISSING = Symbol('right missing');
export const isRightMissing = (error: AppError) => RIGHT_MISSING in error;

export const tooLarge = (message: string) => new AppError(413, { errors: withFullMessages({ base: [message] }) });

export const tooMany = (seconds: number, message = `Too many requests. ${tryAgainIn(seconds)}`) =>
  new AppError(429, { errors: withFullMessages({ base: [message] }) }, retryAfter(seconds));

const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds));
const tryAgainIn = (seconds: number) => `Please try again in ${waitText(wholeSeconds(seconds))}.`;
const retryAfter = (seconds: number) => ({ 'Retry-After': String(wholeSeconds(seconds)) });

/** The error handler adds the `error_id` under which the log has the error. */
export const unavailable = (message: string) => new AppError(503, { errors: { base: [message] } });

/** For work that this process can't do now but can do soon. */
export const busy = (message: string, seconds: number) =>
  new AppError(503, { errors: { base: [`${message} ${tryAgainIn(seconds)}`] } }, retryAfter(seconds));

export type { FieldErrors };
