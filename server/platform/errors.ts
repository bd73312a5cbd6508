/** The one way to refuse: an AppError carries the status and the body of design 2-api. */
import { type FieldErrors, NOT_SIGNED_IN, withFullMessages } from '#shared/errors.ts';

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

/** 404 without `errors`, so that the client shows its own text (spec §8). Also the answer for somebody else's record. */
export const missing = () => new AppError(404, {});

export const notSignedIn = () => new AppError(401, { errors: [NOT_SIGNED_IN] });

/** Only for a role that may never do this: the client logs the role out on 403. */
export const forbidden = (message = 'Your account may not do this.') => new AppError(403, { errors: [message] });

/** The state does not allow it, or somebody was faster; `record` is the current one, under its wire name. */
export const conflict = (message: string, record: object = {}) =>
  new AppError(409, { errors: withFullMessages({ base: [message] }), ...record });

/** What was sent cannot even be read, or proves nothing. */
export const badRequest = (message: string) => new AppError(400, { errors: withFullMessages({ base: [message] }) });

/** `more`: beside the errors, such as the codes of broken rules, or the record. */
export const invalid = (errors: { [field: string]: string[] }, more: object = {}) =>
  new AppError(422, { errors: withFullMessages(errors), ...more });
export const invalidBase = (...messages: string[]) => invalid({ base: messages });

/** A right that a member of staff lacks: 422, since 403 would sign them out. */
export const adminsOnly = (message = 'Only an administrator may do this.') =>
  Object.assign(invalidBase(message), { [RIGHT_MISSING]: true });
const RIGHT_MISSING = Symbol('right missing');
export const isRightMissing = (error: AppError) => RIGHT_MISSING in error;

export const tooLarge = (message: string) => new AppError(413, { errors: withFullMessages({ base: [message] }) });

export const tooMany = (seconds: number) =>
  new AppError(
    429,
    { errors: withFullMessages({ base: [`Too many requests. ${tryAgainIn(seconds)}`] }) },
    after(seconds),
  );

const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds));
const tryAgainIn = (seconds: number) => `Please try again in ${wholeSeconds(seconds)} seconds.`;
const after = (seconds: number) => ({ 'Retry-After': String(wholeSeconds(seconds)) });

/** The error handler adds the id under which the log has it. */
export const unavailable = (message: string) => new AppError(503, { errors: { base: [message] } });

/** For work that this process can't take on now and soon can. */
export const busy = (message: string, seconds: number) =>
  new AppError(503, { errors: { base: [`${message} ${tryAgainIn(seconds)}`] } }, after(seconds));

export type { FieldErrors };
