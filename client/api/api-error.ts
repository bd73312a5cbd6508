import type { Role } from '#shared/auth.ts';
import type { ErrorBody, FieldErrors } from '#shared/errors.ts';

export type ApiFailure = {
  /** The HTTP status, `timeout` without a complete response, or `html` for a page instead of data. */
  kind: number | 'timeout' | 'html';
  method: string;
  path: string;
  role?: Role | undefined;
  body?: ErrorBody | undefined;
};

/** The error of a failed call. `body` is the server's response, which has the current record in an edit conflict. */
export class ApiError extends Error implements ApiFailure {
  readonly kind: ApiFailure['kind'];
  readonly method: string;
  readonly path: string;
  readonly role: Role | undefined;
  readonly body: ErrorBody | undefined;

  constructor({ kind, method, path, role, body }: ApiFailure) {
    super(`${method} ${path}: ${kind}`);
    this.name = 'ApiError';
    this.kind = kind;
    this.method = method;
    this.path = path;
    this.role = role;
    this.body = body;
  }

  get status() {
    return typeof this.kind === 'number' ? this.kind : 0;
  }

  /** {field: [messages]} of the response; empty if it names no fields. */
  get fields(): FieldErrors {
    const errors = this.body?.errors;
    return errors && !Array.isArray(errors) ? errors : NO_FIELDS;
  }
}

/**
 * True if the server refused the credentials, including those of a sign-in. For a lost session, the account's own
 * endpoints respond with 404.
 */
export const isSessionLost = ({ kind, path }: ApiFailure) => kind === 401 || (kind === 404 && path.endsWith('-auth'));

/** True for a missing record: an ApiError in the browser, or the server's own error during server-side rendering. */
export const isMissing = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404;

/** The messages that a form shows beside its fields, from any thrown error. */
export const fieldErrors = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : NO_FIELDS);
const NO_FIELDS: FieldErrors = {};
