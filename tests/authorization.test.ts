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
  readerHeaders,
  STAFF,
  sessionOf,
} from '#server/testing/callers.ts';
import { as, clientWithKey, insertPartners, tablesChangedBy } from '#server/testing/factories.ts';
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
import { type ExampleRecords, findRecords, operationsWithoutRecords, requestFor } from '../scripts/calls/requests.ts';
import { type ApiCall, createSender, type Sender } from '../scripts/calls/sender.ts';
import { namesIn } from '../scripts/calls/temporary-server.ts';

/** Generous timeout, for a busy machine. */
const TIMEOUT_MS = 300_000;
/**
 * Status of a change that exceeded the database's lock timeout, because many changes of one record ran concurrently.
 */
const BUSY = 503;

/** Caller of the matrix. `scopes` are those of an API key; null is an invalid key. */
type Caller = { name: string; kind: CallerKind; headers: Headers; scopes?: readonly ApiScope[] | null };

/** Calls with the same status for every caller, and the reason. */
const SAME_FOR_ALL: Record<string, { status: number; because: string }> = {
  'POST /api/v1/partner-auth/sign_in': { status: 401, because: 'the example is nobody’s password' },
  'POST /api/v1/user-auth/sign_in': { status: 401, because: 'the example is nobody’s password' },
  'GET /api/v1/partner-auth/sign_in': { status: 405, because: 'signing in is a POST' },
  'GET /api/v1/user-auth/sign_in': { status: 405, because: 'signing in is a POST' },
  'GET /api/v1/partner-auth/password/edit': { status: 404, because: 'the example isn’t a link from an email' },
  'GET /api/v1/user-auth/password/edit': { status: 404, because: 'the example isn’t a link from an email' },
};
/** Additional access for one caller: an emailed token can set the password and do nothing else. */
const EXTRA_ACCESS: Record<string, string> = {
  'PATCH /api/v1/partner-auth/password': 'partner, reset-scope token',
  'PATCH /api/v1/user-auth/password': 'user, reset-scope token',
};
/**
 * Calls that are open to every partner, but whose example uses the owner's record. The value is the status that another
 * partner gets.
 */
const MISSING_RECORD: Record<string, number> = {
  'POST /api/v1/promotions/check': 404,
};

function expectedOutcome(operation: Operation, caller: Caller): ExpectedOutcome {
  const name = nameOf(operation);
  if (SAME_FOR_ALL[name]) return SAME_FOR_ALL[name].status;
  if (EXTRA_ACCESS[name] === caller.name) return 'allowed';
  const expected =
    caller.scopes === undefined
      ? expectedFor(operation, caller.kind)
      : expectedForKey(operation, caller.kind, caller.scopes);
  const isMissing = expected === 'allowed' && caller.kind === 'other partner';
  return (isMissing && MISSING_RECORD[name]) || expected;
}

/** True if the operation can end sessions of the caller's account, so that each call needs an account of its own. */
const endsSessions = ({ auth, method, path }: Operation) =>
  (auth && (method === 'delete' || (method === 'patch' && path.endsWith('/password')))) ||
  (method === 'delete' && path.endsWith('-auth/sessions'));

let server: TestServer;
let sender: Sender;
let records: ExampleRecords;
let callers: Caller[];
let operationsWithoutRecord: ReadonlyMap<Operation, string>;

async function createSessionCallers(): Promise<Caller[]> {
  const invalidCallers = async (role: 'partner' | 'user') =>
    Object.entries(await badCredentials(server, role)).map(
      ([name, headers]): Caller => ({ name: `${role}, ${name}`, kind: 'anonymous', headers }),
    );
  return [
    { name: 'visitor', kind: 'anonymous', headers: {} },
    { name: 'owner', kind: 'owner', headers: await sessionOf(server, 'partner', OWNER) },
    { name: 'other partner', kind: 'other partner', headers: await sessionOf(server, 'partner', OTHER) },
    { name: 'administrator', kind: 'admin', headers: await sessionOf(server, 'user', STAFF) },
    { name: 'editor', kind: 'editor', headers: await sessionOf(server, 'user', EDITOR) },
    { name: 'reader, as a partner', kind: 'reader', headers: await readerHeaders(server, 'partner') },
    { name: 'reader, as staff', kind: 'reader', headers: await readerHeaders(server, 'user') },
    ...(await invalidCallers('partner')),
    ...(await invalidCallers('user')),
  ];
}

/**
 * Creates a key of each scope for a partner and an administrator, keys with all scopes for others, and two invalid
 * ones.
 */
async function createKeyCallers(): Promise<Caller[]> {
  const [owner, other] = [callers[1]!, callers[2]!];
  const [admin, editor] = [callers[3]!, callers[4]!];
  const key = async (name: string, { kind, headers }: Caller, scopes: readonly ApiScope[]): Promise<Caller> => ({
    name,
    kind,
    scopes,
    headers: (await clientWithKey(server, as(server, headers), scopes)).headers,
  });
  const revoked = await key('revoked key', owner, API_SCOPES);
  await server.deps.db.apiKey.updateMany({ where: { name: 'Test' }, data: { revoked_at: server.deps.now() } });
  const callersWithKeys = [
    ...(await Promise.all(API_SCOPES.map((scope) => key(`owner’s key, ${scope}`, owner, [scope])))),
    ...(await Promise.all(API_SCOPES.map((scope) => key(`administrator’s key, ${scope}`, admin, [scope])))),
    await key('other partner’s key', other, API_SCOPES),
    await key('editor’s key', editor, API_SCOPES),
    { ...revoked, scopes: null },
    { name: 'unknown key', kind: 'anonymous', headers: { authorization: 'Bearer dk_unknown' }, scopes: null },
  ] satisfies Caller[];
  // Otherwise the first use of a key would change its row.
  await server.deps.db.apiKey.updateMany({ where: { name: 'Test' }, data: { last_used_at: server.deps.now() } });
  return callersWithKeys;
}

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  await server.settle();
  sender = createSender(server.url);
  const both = await bothRoles(server);
  callers = [
    ...(await createSessionCallers()),
    { name: 'both roles, as a partner', kind: 'other partner', headers: both.partner },
    { name: 'both roles, as staff', kind: 'editor', headers: both.user },
    { name: 'both roles, crossed', kind: 'anonymous', headers: { ...both.partner, 'resource-type': 'user' } },
  ];
  const credentials = { partner: callers[1]!.headers, user: callers[3]!.headers };
  records = await findRecords(sender, credentials, await namesIn(server.deps));
  operationsWithoutRecord = operationsWithoutRecords(records);
  callers.push(...(await createKeyCallers()));
});
afterAll(async () => {
  sender.close();
  await server.close();
});

type Row = { operation: Operation; caller: Caller; expected: ExpectedOutcome };

/** Builds rows for operations that have a record; the first test lists the others. */
const rowsFor = (operations: readonly Operation[]): Row[] =>
  operations
    .filter((operation) => !operationsWithoutRecord.has(operation))
    .flatMap((operation) =>
      callers.map((caller) => ({ operation, caller, expected: expectedOutcome(operation, caller) })),
    );

/** Lists callers who got an unexpected status, as 'GET /api/v1/books, editor: 200, not 403'. */
async function mistakesIn(rows: readonly Row[]) {
  const results = await Promise.all(
    rows.map(async (row) => {
      const request = withUniqueEmail(requestFor(row.operation, records));
      const { status, text } = await sender.send({
        ...request,
        headers: { ...request.headers, ...row.caller.headers },
      });
      // If only administrators have access, an editor's 422 says so; any other 422 means that the example is invalid.
      const isInvalidExample =
        row.operation.access === 'admin' && status === 422 && !text.includes('Only administrators');
      return { ...row, status: isInvalidExample ? 0 : status };
    }),
  );
  return results
    .filter(({ operation, expected, status }) =>
      expected === 'allowed' ? isRefusal(operation, status) && status !== BUSY : status !== expected,
    )
    .map(
      ({ operation, caller, expected, status }) => `${nameOf(operation)}, ${caller.name}: ${status}, not ${expected}`,
    );
}

let addresses = 0;
/** Makes the email address unique, because each can sign up once and is limited to ten wrong passwords. */
function withUniqueEmail(call: ApiCall): ApiCall {
  const body = call.body as { email?: string } | undefined;
  if (!body?.email) return call;
  addresses += 1;
  return { ...call, body: { ...body, email: `caller-${addresses}@example.test` } };
}

const ofMethod = (...methods: Operation['method'][]) =>
  OPERATIONS.filter((operation) => methods.includes(operation.method) && !endsSessions(operation));

describe('the authorization matrix', () => {
  it('has a row for every operation and every kind of caller', () => {
    expect([...operationsWithoutRecord.values()]).toEqual([]);
    expect(callers).toHaveLength(34);
    expect(rowsFor(OPERATIONS)).toHaveLength(34 * OPERATIONS.length);
    const kinds = new Set(callers.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['anonymous', 'owner', 'other partner', 'admin', 'editor', 'reader']);
  });

  it(
    'refuses callers without access and changes nothing',
    async () => {
      const rows = rowsFor(OPERATIONS).filter(({ expected }) => expected !== 'allowed');
      const changed = await tablesChangedBy(server, async () => {
        expect(await mistakesIn(rows)).toEqual([]);
      });
      expect(changed).toEqual([]);
      expect(rows.length).toBeGreaterThan(3000);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['reading', ['get']],
    ['changing', ['patch', 'post']],
  ] as const)(
    'admits callers with access: %s',
    async (_, methods) => {
      const rows = rowsFor(ofMethod(...methods)).filter(({ expected }) => expected === 'allowed');
      expect(await mistakesIn(rows)).toEqual([]);
      expect(rows.length).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );

  it('admits callers with access: deleting', async () => {
    const rows = OPERATIONS.filter(({ method }) => method === 'delete').flatMap((operation) => {
      // Only one caller, because the second wouldn't find the record.
      const first = rowsFor([operation]).find(({ expected }) => expected === 'allowed');
      return first && !endsSessions(operation) ? [first] : [];
    });
    expect(await mistakesIn(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(3);
  });

  it('admits callers with access: ending sessions', async () => {
    const called: string[] = [];
    for (const operation of OPERATIONS.filter(endsSessions)) {
      for (const caller of await createNewCallers()) {
        if (expectedOutcome(operation, caller) !== 'allowed') continue;
        expect(await mistakesIn([{ operation, caller, expected: 'allowed' }])).toEqual([]);
        called.push(`${nameOf(operation)}, ${caller.name}`);
      }
    }
    expect(called).toEqual([
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

/** Creates accounts that no other call uses, with a session or a reset token for each. */
async function createNewCallers(): Promise<Caller[]> {
  const [partner, forgetful] = await insertPartners(server, 2);
  const users = [partner, forgetful].map((account) => `new-${account!.email}`);
  const rows = users.map((uid) => ({ uid, name: 'Nel Marsh', encrypted_password: 'none' }));
  await server.deps.db.user.createMany({ data: rows });
  const reset = async (role: 'partner' | 'user', uid: string) => sessionOf(server, role, uid, 'password_reset');
  return [
    { name: 'partner', kind: 'owner', headers: partner!.headers },
    { name: 'user', kind: 'editor', headers: await sessionOf(server, 'user', users[0]!) },
    { name: 'partner, reset-scope token', kind: 'anonymous', headers: await reset('partner', forgetful!.email) },
    { name: 'user, reset-scope token', kind: 'anonymous', headers: await reset('user', users[1]!) },
  ];
}
