/** Recognizes database errors of `pg` and Prisma by their SQLSTATE. */

type Cause = { originalCode?: string; constraint?: { index?: string } };
type Thrown = {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  meta?: { driverAdapterError?: { cause?: Cause } };
  cause?: Cause;
};

const thrown = (error: unknown) => (error ?? {}) as Thrown;
/** Prisma wraps the driver's error, except an error during COMMIT. */
const causeOf = (error: unknown) => thrown(error).meta?.driverAdapterError?.cause ?? thrown(error).cause;
const codeOf = (error: unknown) => String(causeOf(error)?.originalCode ?? thrown(error).code ?? '');

/** True if a unique index refused the write; `constraint` narrows it to one index. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  codeOf(error) === '23505' && (!constraint || constraintOf(error) === constraint);

const constraintOf = (error: unknown) => causeOf(error)?.constraint?.index ?? thrown(error).constraint;

export const isCheckViolation = (error: unknown) => codeOf(error) === '23514';

/** A row refers to one that doesn't exist, or is still referred to (23001: by a key with `on delete restrict`). */
export const isForeignKeyViolation = (error: unknown) => ['23503', '23001'].includes(codeOf(error));

/** Prisma's own code: the row to change doesn't exist. */
export const isMissing = (error: unknown) => codeOf(error) === 'P2025';

/**
 * 55P03: lock timeout. 57014: statement timeout. 25P0x: transaction timeout. 57P0x: connection ended. 08: connection
 * broken.
 */
const AWAY = /^(55P03|57014|25P0[34]|57P0[1235]|08...|P1001|P1008|P1017|P2024|ECONNREFUSED)$/;
/** Errors without a code: the pool's, the client's, and Prisma's when a transaction got no connection. */
const AWAY_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|has encountered a connection error|Unable to start a transaction/;

/** True if the database was unavailable, or a connection, lock, or statement timed out; retrying may help. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  return AWAY.test(code) || ((code === '' || code === 'P2028') && AWAY_TEXT.test(String(thrown(error).message)));
}
