/** Converts errors thrown by handlers to API responses. Internal details only go to the log, under an error id. */
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError } from 'zod';
import { withFullMessages } from '#shared/errors.ts';
import { fieldErrorsOf } from '#shared/validation.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import { AppError, invalid, invalidBase, notFound, tooLarge } from '../errors.ts';
import type { Log } from '../log.ts';
import { loggedPath } from './request-log.ts';

const SERVER_PROBLEM = 'Something went wrong on our side. Please try again.';

/** Time in which a database usually recovers, or a standby takes over. */
const DATABASE_RETRY_SECONDS = '5';

export const apiNotFound: RequestHandler = () => {
  throw notFound();
};

/** For a path that exists with other methods. */
export const methodNotAllowed =
  (...allowed: string[]): RequestHandler =>
  () => {
    throw new AppError(
      405,
      { errors: withFullMessages({ base: ['This method isn’t allowed here.'] }) },
      { Allow: allowed.join(', ') },
    );
  };

export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  // Express recognizes error handlers by their four parameters.
  (thrown, req, res, _next) => {
    if (res.headersSent) {
      log.error({ err: thrown, path: loggedPath(req.originalUrl) }, 'response interrupted');
      return void res.destroy();
    }
    const error = asAppError(thrown);
    res.locals.refusal = error?.body;
    if (error && error.status < 500) return void res.status(error.status).set(error.headers).json(error.body);
    const error_id = randomUUID();
    log.error({ err: thrown, error_id, path: loggedPath(req.originalUrl) }, 'request failed');
    if (error)
      return void res
        .status(error.status)
        .set(error.headers)
        .json({ ...error.body, error_id });
    const isTemporary = isDatabaseUnavailable(thrown);
    if (isTemporary) res.set('Retry-After', DATABASE_RETRY_SECONDS);
    res.status(isTemporary ? 503 : 500).json({ errors: { base: [SERVER_PROBLEM] }, error_id });
  };

function asAppError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ZodError) return invalid(fieldErrorsOf(thrown));
  const { type, status, code, message } = (thrown ?? {}) as Partial<Record<'type' | 'code' | 'message', string>> & {
    status?: number;
  };
  if (code === 'LIMIT_FILE_SIZE') return tooLarge('The file is larger than 5 MB. Choose a smaller one.');
  if (code?.startsWith('LIMIT_') || code === 'MISSING_FIELD_NAME')
    return invalidBase('We couldn’t read the upload. Please try again.');
  if (type === 'entity.parse.failed') return refusal(400, 'The request body isn’t valid JSON.');
  if (type === 'entity.too.large') return tooLarge('The request is too large. Send a smaller one.');
  if (BROKEN_FORM.test(message ?? '')) return refusal(400, 'We couldn’t read the upload. Please try again.');
  // Such as invalid percent-encoding in the path, a body that can't be decoded, or a range beyond the end of a file.
  if (status && status >= 400 && status < 500)
    return refusal(
      status === 415 ? 400 : status,
      'We couldn’t read the request. Check its format and try again.',
      // A static file's headers may be set already.
      { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    );
  return null;
}

/** Messages of the multipart parser for truncated or malformed forms; its errors have no code. */
const BROKEN_FORM =
  /^(Unexpected end of (form|file)|Malformed (part header|content type)|Multipart: Boundary not found|Request (aborted|closed)$)/;

const refusal = (status: number, message: string, headers?: Record<string, string>) =>
  new AppError(status, { errors: withFullMessages({ base: [message] }) }, headers);
