/** Startup failures explained in a sentence with what to do. */

import { MigrationError } from './migrations.ts';

/** Thrown where the problem and its solution are already known. */
export class StartRefusal extends Error {
  constructor(problems: readonly string[]) {
    super(`Deckle cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

type Facts = { port: number; databaseUrl: string | null };
type Failure = { code?: string; path?: string; message?: string };

/** Null for an unexpected failure, whose stack is more helpful than a guess. */
export function startFailure(error: unknown, { port, databaseUrl }: Facts): string | null {
  if (error instanceof StartRefusal) return error.message;
  if (error instanceof MigrationError) return `Deckle cannot start.\n${error.message}`;
  const problem = problemOf(error as Failure, { port, databaseUrl });
  return problem && new StartRefusal([problem]).message;
}

function problemOf({ code = '', path, message }: Failure, { port, databaseUrl }: Facts): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that has it, or choose another port (PORT=3001 npm start).`;
  if (code === 'EACCES' && !path)
    return `Port ${port} is for privileged programs only: choose one from 1024 on (PORT=3000 npm start).`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${path} can't be written: give this user write permission, or set DECKLE_DATA_DIR to a folder that it owns.`;
  if (code === 'ENOSPC')
    return 'The disk is full: free some space, or set DECKLE_DATA_DIR to a folder on another disk.';
  if (!databaseUrl) return null;
  const host = new URL(databaseUrl).host || 'localhost';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', '57P03'].includes(code))
    return `The database at ${host} doesn't answer (${code}): start it, or correct DATABASE_URL.`;
  // SQLSTATE classes 28 (invalid authorization) and 3D (no such database).
  if (/^(28|3D)/.test(code))
    return `The database at ${host} refused the connection (${message}): correct the user, password, and database name in DATABASE_URL.`;
  return null;
}
