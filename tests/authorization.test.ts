/**
 * Authorization matrix: every operation with every kind of caller. Expectations follow from the operation's `access`;
 * exceptions are listed below. A refused call must change nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  badCredentials,
  bothRoles,
  EDITOR,
  type Headers,
  OTHER,
  OWNER,
  readersHeaders,
  STAFF,
  sessionOf,
} from '#server/testing/callers.ts';
import { changedBy, insertPartners } from '#server/testing/factories.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { expectedFor, isRefusal, type Kind, type Outcome } from '../scripts/calls/expected.ts';
import { namesIn } from '../scripts/calls/own-server.ts';
import { findRecords, type Records, requestFor, unreachable } from '../scripts/calls/requests.ts';
import { type Call, createSender, type Sender } from '../scripts/calls/sender.ts';

/** Generous, for a busy machine. */
const MINUTES = 300_000;
/** Many concurrent changes of one record may exceed the database's lock timeout. */
const BUSY = 503;

type Caller = { name: string; kind: Kind; headers: Headers };

/** The same answer for everyone, for the reason given. */
const ALIKE: Record<string, { status: number; because: string }> = {
  'POST /api/v1/partner-auth/sign_in': { status: 401, because: 'the example is nobody’s password' },
  'POST /api/v1/user-auth/sign_in': { status: 401, because: 'the example is nobody’s password' },
  'GET /api/v1/partner-auth/sign_in': { status: 405, because: 'signing in is a POST' },
  'GET /api/v1/user-auth/sign_in': { status: 405, because: 'signing in is a POST' },
  'GET /api/v1/partner-auth/password/edit': { status: 404, because: 'the example is no link of a mail' },
  'GET /api/v1/user-auth/password/edit': { status: 404, because: 'the example is no link of a mail' },
};
/** Exceptions for one caller: an emailed token sets the password, and does nothing else. */
const ALSO: Record<string, string> = {
  'PATCH /api/v1/partner-auth/password': 'partner, reset-scope token',
  'PATCH /api/v1/user-auth/password': 'user, reset-scope token',
};
/** Open to any partner, but the example names another partner's record. */
const NAMES_A_RECORD: Record<string, number> = {
  'POST /api/v1/promotions/check': 404,
};

function expected(operation: Operation, caller: Caller): Outcome {
  const name = nameOf(operation);
  if (ALIKE[name]) return ALIKE[name].status;
  if (ALSO[name] === caller.name) return 'through';
  if (caller.kind === 'other partner' && NAMES_A_RECORD[name]) return NAMES_A_RECORD[name];
  return expectedFor(operation, caller.kind);
}

/** True if the operation ends the caller's session, so that each call needs its own. */
const endsSessions = ({ auth, method, path }: Operation) =>
  (auth && (method === 'delete' || (method === 'patch' && path.endsWith('/password')))) ||
  (method === 'delete' && path.endsWith('-auth/sessions'));

let server: TestServer;
let sender: Sender;
let records: Records;
let callers: Caller[];
let missing: ReadonlyMap<Operation, string>;

async function everybody(): Promise<Caller[]> {
  const bad = async (role: 'partner' | 'user') =>
    Object.entries(await badCredentials(server, role)).map(
      ([name, headers]): Caller => ({ name: `${role}, ${name}`, kind: 'nobody', headers }),
    );
  return [
    { name: 'visitor', kind: 'nobody', headers: {} },
    { name: 'owner', kind: 'owner', headers: await sessionOf(server, 'partner', OWNER) },
    { name: 'other partner', kind: 'other partner', headers: await sessionOf(server, 'partner', OTHER) },
    { name: 'administrator', kind: 'admin', headers: await sessionOf(server, 'user', STAFF) },
    { name: 'editor', kind: 'editor', headers: await sessionOf(server, 'user', EDITOR) },
    { name: 'reader, as a partner', kind: 'reader', headers: await readersHeaders(server, 'partner') },
    { name: 'reader, as staff', kind: 'reader', headers: await readersHeaders(server, 'user') },
    ...(await bad('partner')),
    ...(await bad('user')),
  ];
}

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  await server.settle();
  sender = createSender(server.url);
  const both = await bothRoles(server);
  callers = [
    ...(await everybody()),
    { name: 'both roles, as a partner', kind: 'other partner', headers: both.partner },
    { name: 'both roles, as staff', kind: 'editor', headers: both.user },
    { name: 'both roles, crossed', kind: 'nobody', headers: { ...both.partner, 'resource-type': 'user' } },
  ];
  const known = { partner: callers[1]!.headers, user: callers[3]!.headers };
  records = await findRecords(sender, known, await namesIn(server.deps));
  missing = unreachable(records);
});
afterAll(async () => {
  sender.close();
  await server.close();
});

type Row = { operation: Operation; caller: Caller; expected: Outcome };

/** Rows for operations that have a record; the first test lists the others. */
const ROWS = (of: readonly Operation[]): Row[] =>
  of
    .filter((operation) => !missing.has(operation))
    .flatMap((operation) => callers.map((caller) => ({ operation, caller, expected: expected(operation, caller) })));

/** Callers who got another answer, as 'GET /api/v1/books, staff: 200 instead of 403'. */
async function mistakesIn(rows: readonly Row[]) {
  const answers = await Promise.all(
    rows.map(async (row) => {
      const request = withOwnAddress(requestFor(row.operation, records));
      const { status, text } = await sender.send({
        ...request,
        headers: { ...request.headers, ...row.caller.headers },
      });
      // An editor's 422 says who may do it; any other 422 means that the example is invalid.
      const isOther = row.operation.access === 'admin' && status === 422 && !text.includes('Only an administrator');
      return { ...row, status: isOther ? 0 : status };
    }),
  );
  return answers
    .filter(({ operation, expected, status }) =>
      expected === 'through' ? isRefusal(operation, status) && status !== BUSY : status !== expected,
    )
    .map(
      ({ operation, caller, expected, status }) => `${nameOf(operation)}, ${caller.name}: ${status}, not ${expected}`,
    );
}

let addresses = 0;
/** Makes addresses unique, because one can be signed up once and guessed at ten times. */
function withOwnAddress(call: Call): Call {
  const body = call.body as { email?: string } | undefined;
  if (!body?.email) return call;
  addresses += 1;
  return { ...call, body: { ...body, email: `caller-${addresses}@example.test` } };
}

const ofMethod = (...methods: Operation['method'][]) =>
  OPERATIONS.filter((operation) => methods.includes(operation.method) && !endsSessions(operation));

describe('the authorization matrix', () => {
  it('has a row for every operation and every kind of caller', () => {
    expect([...missing.values()]).toEqual([]);
    expect(callers).toHaveLength(22);
    expect(ROWS(OPERATIONS)).toHaveLength(22 * OPERATIONS.length);
    const kinds = new Set(callers.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['nobody', 'owner', 'other partner', 'admin', 'editor', 'reader']);
  });

  it(
    'refuses those without access, and nothing changes',
    async () => {
      const rows = ROWS(OPERATIONS).filter(({ expected }) => expected !== 'through');
      const changed = await changedBy(server, async () => {
        expect(await mistakesIn(rows)).toEqual([]);
      });
      expect(changed).toEqual([]);
      expect(rows.length).toBeGreaterThan(500);
    },
    MINUTES,
  );

  it.each([
    ['reading', ['get']],
    ['changing', ['patch', 'post']],
  ] as const)(
    'admits those with access: %s',
    async (_, methods) => {
      const rows = ROWS(ofMethod(...methods)).filter(({ expected }) => expected === 'through');
      expect(await mistakesIn(rows)).toEqual([]);
      expect(rows.length).toBeGreaterThan(50);
    },
    MINUTES,
  );

  it('admits those with access: deleting', async () => {
    const rows = OPERATIONS.filter(({ method }) => method === 'delete').flatMap((operation) => {
      // For a second caller it would be gone.
      const first = ROWS([operation]).find(({ expected }) => expected === 'through');
      return first && !endsSessions(operation) ? [first] : [];
    });
    expect(await mistakesIn(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(3);
  });

  it('admits those with access: ending sessions', async () => {
    const asked: string[] = [];
    for (const operation of OPERATIONS.filter(endsSessions)) {
      for (const caller of await newcomers()) {
        if (expected(operation, caller) !== 'through') continue;
        expect(await mistakesIn([{ operation, caller, expected: 'through' }])).toEqual([]);
        asked.push(`${nameOf(operation)}, ${caller.name}`);
      }
    }
    expect(asked).toEqual([
      'PATCH /api/v1/partner-auth/password, partner',
      'PATCH /api/v1/partner-auth/password, partner, reset-scope token',
      'DELETE /api/v1/partner-auth, partner',
      'DELETE /api/v1/partner-auth/sign_out, partner',
      'DELETE /api/v1/partner-auth/sessions, partner',
      'PATCH /api/v1/user-auth/password, user',
      'PATCH /api/v1/user-auth/password, user, reset-scope token',
      'DELETE /api/v1/user-auth/sign_out, user',
      'DELETE /api/v1/user-auth/sessions, user',
    ]);
  });
});

/** People whose only session is the returned one. */
async function newcomers(): Promise<Caller[]> {
  const [partner, forgetful] = await insertPartners(server, 2);
  const users = [partner, forgetful].map((like) => `new-${like!.email}`);
  const rows = users.map((uid) => ({ uid, name: 'Nel Marsh', encrypted_password: 'none' }));
  await server.deps.db.user.createMany({ data: rows });
  const reset = async (role: 'partner' | 'user', of: string) => sessionOf(server, role, of, 'password_reset');
  return [
    { name: 'partner', kind: 'owner', headers: partner!.headers },
    { name: 'user', kind: 'editor', headers: await sessionOf(server, 'user', users[0]!) },
    { name: 'partner, reset-scope token', kind: 'nobody', headers: await reset('partner', forgetful!.email) },
    { name: 'user, reset-scope token', kind: 'nobody', headers: await reset('user', users[1]!) },
  ];
}
