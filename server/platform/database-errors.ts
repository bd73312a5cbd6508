/**
 * Recognizes database errors of `pg` and Prisma by SQLSTATE or, where there is none, by Prisma's or Node's codes or the
 * message. See docs/decisions/0073-rules-in-the-database.md.
 */

type Cause = { originalCode?: string; constraint?: { index?: string } };
type Thrown = {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  meta?: { driverAdapterError?: { cause?: Cause } };
  cause?: Cause;
};

const asThrown = (error: unknown) => (error ?? {}) as Thrown;
/** Prisma wraps the driver's error, except an error during COMMIT. */
const causeOf = (error: unknown) => asThrown(error).meta?.driverAdapterError?.cause ?? asThrown(error).cause;
const codeOf = (error: unknown) => String(causeOf(error)?.originalCode ?? asThrown(error).code ?? '');

/** True if a unique index refused the write; `constraint` narrows it to one index. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  codeOf(error) === '23505' && (!constraint || constraintOf(error) === constraint);

const constraintOf = (error: unknown) => causeOf(error)?.constraint?.index ?? asThrown(error).constraint;

export const isCheckViolation = (error: unknown) => codeOf(error) === '23514';

/** True if a row refers to a missing row, or is still referred to (23001: by a key with `on delete restrict`). */
export const isForeignKeyViolation = (error: unknown) => ['23503', '23001'].includes(codeOf(error));

/** True if the row to change doesn't exist (Prisma's own code). */
export const isRecordMissing = (error: unknown) => codeOf(error) === 'P2025';

/**
 * 55P03: lock timeout. 40P01: deadlock. 57014: statement timeout. 25P0x: transaction timeout. 57P0x: connection ended,
 * or refused while Postgres starts. 08xxx: connection broken. 25006: a standby, or a primary that lost its role. 53300:
 * no connection left. P1xxx and P2024: Prisma's own codes for an unreachable database or a timeout. ECONNREFUSED and
 * the like: Node's socket errors.
 */
const UNAVAILABLE =
  /^(55P03|40P01|57014|25P0[34]|25006|53300|57P0[1235]|08...|P1001|P1008|P1017|P2024|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH))$/;
/** The pool's and the client's errors without a code, and Prisma's P2028 when a transaction got no connection. */
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|has encountered a connection error|Unable to start a transaction/;

/** True if the database was unavailable, or a connection, lock, or statement timed out; retrying may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    UNAVAILABLE.test(code) ||
    ((code === '' || code === 'P2028') && UNAVAILABLE_TEXT.test(String(asThrown(error).message)))
  );
}
