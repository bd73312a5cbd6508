/** Turns whatever a handler threw into the bodies of design 2-api. Internals never leave: they go to the log under an error id. */
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError } from 'zod';
import { withFullMessages } from '#shared/errors.ts';
import { fieldErrorsOf } from '#shared/validation.ts';
import { AppError, invalid, invalidBase, missing } from '../errors.ts';
import type { Log } from '../log.ts';

const SERVER_PROBLEM = 'Something went wrong on our side. Please try again.';

export const apiNotFound: RequestHandler = () => {
  throw missing();
};

/** For a path that exists with other methods. */
export const methodNotAllowed = (...allowed: string[]): RequestHandler => () => {
  throw new AppError(405, { errors: withFullMessages({ base: ['This method is not allowed here.'] }) }, { Allow: allowed.join(', ') });
};

export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (thrown, req, res, next) => {
    if (res.headersSent) return next(thrown);
    const error = asAppError(thrown);
    if (error) return void res.status(error.status).set(error.headers).json(error.body);
    const error_id = randomUUID();
    log.error({ err: thrown, error_id, path: req.path, request_id: res.locals.requestId }, 'request failed');
    const status = isOverloaded(thrown) ? 503 : 500;
    res.status(status).json({ errors: withFullMessages({ base: [SERVER_PROBLEM] }), error_id });
  };

function asAppError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ZodError) return invalid(fieldErrorsOf(thrown));
  const { type, status } = (thrown ?? {}) as { type?: string; status?: number };
  if (type === 'entity.parse.failed') return new AppError(400, { errors: withFullMessages({ base: ['The request body is not valid JSON.'] }) });
  if (type === 'entity.too.large') return new AppError(413, { errors: withFullMessages({ base: ['The request is too large.'] }) });
  if (type === 'encoding.unsupported' || type === 'charset.unsupported' || type === 'request.size.invalid') {
    return new AppError(400, { errors: withFullMessages({ base: ['The request could not be read.'] }) });
  }
  if (status === 400) return invalidBase('The request could not be read.');
  return null;
}

/** The pool had no connection in time, the database is away, or a lock or statement took too long. */
function isOverloaded(thrown: unknown) {
  const text = String((thrown as Error | null)?.message ?? thrown);
  return /timeout exceeded when trying to connect|ECONNREFUSED|Connection terminated|lock timeout|statement timeout|P2024|P1001|P1017|terminating connection|the database system is/i.test(
    text,
  );
}
