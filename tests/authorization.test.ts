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
import { as, insertPartners, keyOf, tablesChangedBy } from '#server/testing/factories.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { API_SCOPES, type ApiScope } from '#shared/api-scopes.ts';
import {
  type CallerKind,
  type ExpectedOutcome,
  expectedFor,
  expectedForKey,
  isRefusal,
} from '../scripts/calls/expected.ts';
import { namesIn } from '../scripts/calls/own-server.ts';
import { type ExampleRecords, findRecords, requestFor, unreachable } from '../scripts/calls/requests.ts';
import { type ApiCall, createSender, type Sender } from '../scripts/calls/sender.ts';

/** Generous, for a busy machine. */
const MINUTES = 300_000;
/** Many concurrent changes of one record may exceed the database's lock timeout. */
const BUSY = 503;

/** `scopes` are those of an API key; null is a key that doesn't work. */
type Caller = { name: string; kind: CallerKind; headers: Headers; scopes?: readonly ApiScope[] | null };

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

function expectedOutcome(operation: Operation, caller: Caller): ExpectedOutcome {
  const name = nameOf(operation);
  if (ALIKE[name]) return ALIKE[name].status;
  if (ALSO[name] === caller.name) return 'allowed';
  const expected =
    caller.scopes === undefined
      ? expectedFor(operation, caller.kind)
      : expectedForKey(operation, caller.kind, caller.scopes);
  const isMissing = expected === 'allowed' && caller.kind === 'other partner';
  return (isMissing && NAMES_A_RECORD[name]) || expected;
}

/** True if the operation ends the caller's session, so that each call needs its own. */
const endsSessions = ({ auth, method, path }: Operation) =>
  (auth && (method === 'delete' || (method === 'patch' && path.endsWith('/password')))) ||
  (method === 'delete' && path.endsWith('-auth/sessions'));

let server: TestServer;
let sender: Sender;
let records: ExampleRecords;
let callers: Caller[];
let missing: ReadonlyMap<Operation, string>;

async function everybody(): Promise<Caller[]> {
  const bad = async (role: 'partner' | 'user') =>
    Object.entries(await badCredentials(server, role)).map(
      ([name, headers]): Caller => ({ name: `${role}, ${name}`, kind: 'anonymous', headers }),
    );
  return [
    { name: 'visitor', kind: 'anonymous', headers: {} },
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

/** A key of each scope, of a partner and of an administrator; keys of others with all scopes; and two that don't work. */
async function keyHolders(): Promise<Caller[]> {
  const [owner, other] = [callers[1]!, callers[2]!];
  const [admin, editor] = [callers[3]!, callers[4]!];
  const key = async (name: string, { kind, headers }: Caller, scopes: readonly ApiScope[]): Promise<Caller> => ({
    ...{ name, kind, scopes },
    headers: (await keyOf(server, as(server, headers), scopes)).headers,
  });
  const revoked = await key('revoked key', owner, API_SCOPES);
  await server.deps.db.apiKey.updateMany({ where: { name: 'Test' }, data: { revoked_at: server.deps.now() } });
  const holders = [
    ...(await Promise.all(API_SCOPES.map((scope) => key(`owner’s key, ${scope}`, owner, [scope])))),
    ...(await Promise.all(API_SCOPES.map((scope) => key(`administrator’s key, ${scope}`, admin, [scope])))),
    await key('other partner’s key', other, API_SCOPES),
    await key('editor’s key', editor, API_SCOPES),
    { ...revoked, scopes: null },
    { name: 'unknown key', kind: 'anonymous', headers: { authorization: 'Bearer dk_unknown' }, scopes: null },
  ] satisfies Caller[];
  // Otherwise their first use would be a change.
  await server.deps.db.apiKey.updateMany({ where: { name: 'Test' }, data: { last_used_at: server.deps.now() } });
  return holders;
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
    { name: 'both roles, crossed', kind: 'anonymous', headers: { ...both.partner, 'resource-type': 'user' } },
  ];
  const known = { partner: callers[1]!.headers, user: callers[3]!.headers };
  records = await findRecords(sender, known, await namesIn(server.deps));
  missing = unreachable(records);
  callers.push(...(await keyHolders()));
});
afterAll(async () => {
  sender.close();
  await server.close();
});

type Row = { operation: Operation; caller: Caller; expected: ExpectedOutcome };

/** Rows for operations that have a record; the first test lists the others. */
const ROWS = (of: readonly Operation[]): Row[] =>
  of
    .filter((operation) => !missing.has(operation))
    .flatMap((operation) =>
      callers.map((caller) => ({ operation, caller, expected: expectedOutcome(operation, caller) })),
    );

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
      const isOther = row.operation.access === 'admin' && status === 422 && !text.includes('Only administrators');
      return { ...row, status: isOther ? 0 : status };
    }),
  );
  return answers
    .filter(({ operation, expected, status }) =>
      expected === 'allowed' ? isRefusal(operation, status) && status !== BUSY : status !== expected,
    )
    .map(
      ({ operation, caller, expected, status }) => `${nameOf(operation)}, ${caller.name}: ${status}, not ${expected}`,
    );
}

let addresses = 0;
/** Makes addresses unique, because one can be signed up once and guessed at ten times. */
function withOwnAddress(call: ApiCall): ApiCall {
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
    expect(callers).toHaveLength(34);
    expect(ROWS(OPERATIONS)).toHaveLength(34 * OPERATIONS.length);
    const kinds = new Set(callers.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['anonymous', 'owner', 'other partner', 'admin', 'editor', 'reader']);
  });

  it(
    'refuses those without access, and nothing changes',
    async () => {
      const rows = ROWS(OPERATIONS).filter(({ expected }) => expected !== 'allowed');
      const changed = await tablesChangedBy(server, async () => {
        expect(await mistakesIn(rows)).toEqual([]);
      });
      expect(changed).toEqual([]);
      expect(rows.length).toBeGreaterThan(3000);
    },
    MINUTES,
  );

  it.each([
    ['reading', ['get']],
    ['changing', ['patch', 'post']],
  ] as const)(
    'admits those with access: %s',
    async (_, methods) => {
      const rows = ROWS(ofMethod(...methods)).filter(({ expected }) => expected === 'allowed');
      expect(await mistakesIn(rows)).toEqual([]);
      expect(rows.length).toBeGreaterThan(50);
    },
    MINUTES,
  );

  it('admits those with access: deleting', async () => {
    const rows = OPERATIONS.filter(({ method }) => method === 'delete').flatMap((operation) => {
      // For a second caller it would be gone.
      const first = ROWS([operation]).find(({ expected }) => expected === 'allowed');
      return first && !endsSessions(operation) ? [first] : [];
    });
    expect(await mistakesIn(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(3);
  });

  it('admits those with access: ending sessions', async () => {
    const asked: string[] = [];
    for (const operation of OPERATIONS.filter(endsSessions)) {
      for (const caller of await newcomers()) {
        if (expectedOutcome(operation, caller) !== 'allowed') continue;
        expect(await mistakesIn([{ operation, caller, expected: 'allowed' }])).toEqual([]);
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
    { name: 'partner, reset-scope token', kind: 'anonymous', headers: await reset('partner', forgetful!.email) },
    { name: 'user, reset-scope token', kind: 'anonymous', headers: await reset('user', users[1]!) },
  ];
}
