import { expect, it } from 'vitest';
import { MigrationError } from './migrations.ts';
import { explainStartFailure, StartupError } from './start-failure.ts';

const facts = { port: 3000, databaseUrl: 'postgresql://deckle:secret@db.example:5432/deckle' };
const failureWith = (fields: object) => Object.assign(new Error('what Node or Postgres says'), fields);

it.each([
  [
    { code: 'EADDRINUSE' },
    'Port 3000 is already in use. Stop the program that’s using it, or choose another port (PORT=3001 npm start).',
  ],
  [
    { code: 'EACCES', syscall: 'listen' },
    'Port 3000 requires elevated privileges. Choose a port of 1024 or higher (PORT=3000 npm start).',
  ],
  [
    { code: 'EPERM', syscall: 'listen' },
    'This system doesn’t allow Deckle to use port 3000. Allow it, or choose another port (PORT=3001 npm start).',
  ],
  [
    { code: 'EPERM', path: '/srv/deckle/.data' },
    '/srv/deckle/.data isn’t writable. Give this user write permission, or set DECKLE_DATA_DIR to a folder it owns.',
  ],
  [
    { code: 'EACCES', path: '/srv/deckle/.data' },
    '/srv/deckle/.data isn’t writable. Give this user write permission, or set DECKLE_DATA_DIR to a folder it owns.',
  ],
  [{ code: 'ENOSPC' }, 'The disk is full: free some space, or set DECKLE_DATA_DIR to a folder on another disk.'],
  [
    { code: 'ECONNREFUSED' },
    'Can’t connect to the database at db.example:5432 (ECONNREFUSED). Start it, or fix DATABASE_URL.',
  ],
  [
    { message: 'Connection terminated unexpectedly' },
    'The proxy at db.example:5432 can’t reach a database. Start the database, or fix DATABASE_URL.',
  ],
  [
    { code: '28P01' },
    'The database at db.example:5432 refused the connection (what Node or Postgres says): fix the user, password, or database name in DATABASE_URL.',
  ],
  [
    { code: '3D000' },
    'The database at db.example:5432 refused the connection (what Node or Postgres says): fix the user, password, or database name in DATABASE_URL.',
  ],
])('explains %o', (fields, explanation) => {
  expect(explainStartFailure(failureWith(fields), facts)).toBe(`Deckle can’t start:\n  ${explanation}`);
});

it('passes on a startup error with its explanation', () => {
  expect(explainStartFailure(new StartupError(['One.', 'Two.']), facts)).toBe('Deckle can’t start:\n  One.\n  Two.');
});

it('indents every line of a failed migration', () => {
  const failure = new MigrationError('Migration one didn’t finish.\nMigration two didn’t finish.');
  expect(explainStartFailure(failure, facts)).toBe(
    'Deckle can’t start:\n  Migration one didn’t finish.\n  Migration two didn’t finish.',
  );
});

it("doesn't explain unknown errors", () => {
  expect(explainStartFailure(new TypeError('x is not a function'), facts)).toBeNull();
  expect(explainStartFailure(failureWith({ code: '42601' }), facts)).toBeNull();
  expect(explainStartFailure(failureWith({ code: 'EPERM', syscall: 'kill' }), facts)).toBeNull();
  expect(explainStartFailure(failureWith({ code: 'ECONNREFUSED' }), { ...facts, databaseUrl: null })).toBeNull();
});
