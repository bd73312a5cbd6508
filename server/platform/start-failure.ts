/** Turns a startup failure into a message that says what to do. */

import { MigrationError } from './migrations.ts';

/** Startup error whose message already says what to do. */
export class StartupError extends Error {
  constructor(problems: readonly string[]) {
    super(`Deckle can’t start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

type StartOptions = { port: number; databaseUrl: string | null };
type Failure = { code?: string; path?: string; syscall?: string; message?: string };

/** Explains a startup failure; returns null for an unexpected one, whose stack trace is more helpful. */
export function explainStartFailure(error: unknown, { port, databaseUrl }: StartOptions): string | null {
  if (error instanceof StartupError) return error.message;
  if (error instanceof MigrationError) return new StartupError(error.message.split('\n')).message;
  const problem = problemOf(error as Failure, { port, databaseUrl });
  return problem && new StartupError([problem]).message;
}

function problemOf({ code = '', path, syscall, message }: Failure, { port, databaseUrl }: StartOptions): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that’s using it, or choose another port (PORT=3001 npm start).`;
  if (code === 'EACCES' && !path)
    return `Port ${port} requires elevated privileges. Choose a port of 1024 or higher (PORT=3000 npm start).`;
  if (code === 'EPERM' && syscall === 'listen')
    return `This system doesn’t allow Deckle to use port ${port}. Allow it, or choose another port (PORT=3001 npm start).`;
  if (path && ['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${path} isn’t writable. Give this user write permission, or set DECKLE_DATA_DIR to a folder it owns.`;
  if (code === 'ENOSPC')
    return 'The disk is full: free some space, or set DECKLE_DATA_DIR to a folder on another disk.';
  return databaseUrl && explainDatabaseFailure({ code, message }, databaseUrl);
}

/** Explains why a database can't be used and what to do; null for other errors. */
export function explainDatabaseFailure(error: unknown, databaseUrl: string): string | null {
  const { code = '', message } = error as Failure;
  if (!URL.canParse(databaseUrl))
    return 'DATABASE_URL isn’t a URL. Write it like postgres://deckle:PASSWORD@localhost:5432/deckle.';
  const host = new URL(databaseUrl).host || 'localhost';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', '57P03'].includes(code))
    return `Can’t connect to the database at ${host} (${code}). Start it, or fix DATABASE_URL.`;
  if (message === 'Connection terminated unexpectedly')
    return `The proxy at ${host} can’t reach a database. Start the database, or fix DATABASE_URL.`;
  // SQLSTATE classes 28 (invalid authorization) and 3D (no such database).
  if (/^(28|3D)/.test(code))
    return `The database at ${host} refused the connection (${message}): fix the user, password, or database name in DATABASE_URL.`;
  return null;
}
