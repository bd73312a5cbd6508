import { expect, it } from 'vitest';
import { StartRefusal, startFailure } from './start-failure.ts';

const facts = { port: 3000, databaseUrl: 'postgresql://deckle:secret@db.example:5432/deckle' };
const failed = (fields: object) => Object.assign(new Error('what Node or Postgres says'), fields);

it.each([
  [
    { code: 'EADDRINUSE' },
    'Port 3000 is in use: stop the program that has it, or choose another port (PORT=3001 npm start).',
  ],
  [
    { code: 'EACCES', syscall: 'listen' },
    'Port 3000 is for privileged programs only: choose one from 1024 on (PORT=3000 npm start).',
  ],
  [
    { code: 'EACCES', path: '/srv/deckle/.data' },
    "/srv/deckle/.data can't be written: give this user write permission, or set DECKLE_DATA_DIR to a folder that it owns.",
  ],
  [{ code: 'ENOSPC' }, 'The disk is full: free some space, or set DECKLE_DATA_DIR to a folder on another disk.'],
  [
    { code: 'ECONNREFUSED' },
    "The database at db.example:5432 doesn't answer (ECONNREFUSED): start it, or correct DATABASE_URL.",
  ],
  [
    { code: '28P01' },
    'The database at db.example:5432 refused the connection (what Node or Postgres says): correct the user, password, and database name in DATABASE_URL.',
  ],
  [
    { code: '3D000' },
    'The database at db.example:5432 refused the connection (what Node or Postgres says): correct the user, password, and database name in DATABASE_URL.',
  ],
])('explains %o', (fields, sentence) => {
  expect(startFailure(failed(fields), facts)).toBe(`Deckle cannot start:\n  ${sentence}`);
});

it('passes on a refusal with its explanation', () => {
  expect(startFailure(new StartRefusal(['One.', 'Two.']), facts)).toBe('Deckle cannot start:\n  One.\n  Two.');
});

it("doesn't explain unknown errors", () => {
  expect(startFailure(new TypeError('x is not a function'), facts)).toBeNull();
  expect(startFailure(failed({ code: '42601' }), facts)).toBeNull();
  expect(startFailure(failed({ code: 'ECONNREFUSED' }), { ...facts, databaseUrl: null })).toBeNull();
});
