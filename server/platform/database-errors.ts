/** Database errors by their SQLSTATE, of `pg` and of Prisma, whose driver adapter passes on what Postgres said. */

type Thrown = { code?: unknown; constraint?: unknown; message?: unknown; meta?: { driverAdapterError?: AdapterError } };
type AdapterError = { cause?: { originalCode?: string; constraint?: { index?: string } } };

const thrown = (error: unknown) => (error ?? {}) as Thrown;
const causeOf = (error: unknown) => thrown(error).meta?.driverAdapterError?.cause;
const codeOf = (error: unknown) => String(causeOf(error)?.originalCode ?? thrown(error).code ?? '');

/** Whether a unique index refused the write; `constraint` narrows it to one index. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  codeOf(error) === '23505' && (!constraint || constraintOf(error) === constraint);

const constraintOf = (error: unknown) => causeOf(error)?.constraint?.index ?? thrown(error).constraint;

export const isCheckViolation = (error: unknown) => codeOf(error) === '23514';

/** A row refers to one that doesn't exist, or is still referred to (23001: by a key with `on delete restrict`). */
export const isForeignKeyViolation = (error: unknown) => ['23503', '23001'].includes(codeOf(error));

/** Prisma's own: the row to change doesn't exist. */
export const isMissing = (error: unknown) => codeOf(error) === 'P2025';

/** 55P03: a lock took too long. 57014: a statement did. 57P0x: the server is stopping or starting. 08: the connection broke. */
const AWAY = /^(55P03|57014|57P0[123]|08...|P1001|P1008|P1017|P2024|ECONNREFUSED)$/;
/** Errors without a code of their own: the pool's, the client's, and Prisma's when a transaction found no connection. */
const AWAY_TEXT = /timeout exceeded when trying to connect|Connection terminated|Unable to start a transaction/;

/** Whether the database was away, or a connection, a lock, or a statement took too long: trying again may help. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  return AWAY.test(code) || ((code === '' || code === 'P2028') && AWAY_TEXT.test(String(thrown(error).message)));
}
