/**
 * Calls every operation as each role, like a client: it keeps credentials from responses and creates records before it
 * deletes them.
 */
import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/api/check.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { addDays } from '#shared/dates.ts';
import { expectedFor, isRefusal } from './expected.ts';
import { type Credentials, findRecords, type Records, requestFor, unreachable } from './requests.ts';
import type { Call, Reply, Sender } from './sender.ts';
import { type Account, signIn } from './sign-in.ts';

export const CALLERS = ['public', 'partner', 'user'] as const;
export type Caller = (typeof CALLERS)[number];
export type Called = {
  operation: Operation;
  caller: Caller;
  status: number;
  request_id: string;
  problems: string[];
};
type World = {
  sender: Sender;
  accounts: Record<'partner' | 'user', Account>;
  credentials: Record<Caller, Credentials>;
  records: Records;
  /** The business date. */
  today: string;
  /** Ids of created records, by caller and path. */
  made: Map<string, number>;
};

export async function callEverything(
  sender: Sender,
  { accounts, names }: { accounts: World['accounts']; names: Record<string, string> },
): Promise<Called[]> {
  const partner = await signIn(sender, 'partner', accounts.partner);
  const user = await signIn(sender, 'user', accounts.user);
  const records = await findRecords(sender, { partner, user }, names);
  const world: World = {
    sender,
    accounts,
    credentials: { public: {}, partner, user },
    records,
    today: await businessDate(sender),
    made: new Map(),
  };
  const missing = unreachable(records);
  const called: Called[] = [];
  for (const operation of inOrder(OPERATIONS.filter((one) => !missing.has(one))))
    for (const caller of CALLERS) called.push(await callAs(world, operation, caller));
  return called;
}

async function businessDate(sender: Sender) {
  const { body } = await sender.send({ method: 'GET', path: '/api/v1/session' });
  return (body as { business_date: string }).business_date;
}

/** Order: read, change, create, delete, and finally operations that end sessions. */
const inOrder = (operations: readonly Operation[]) => [...operations].sort((a, b) => turnOf(a) - turnOf(b));

function turnOf({ method, auth, path }: Operation) {
  if (auth && /password$/.test(path) && method === 'patch') return 5;
  if (auth && method === 'delete') return path.endsWith('/sign_out') ? 6 : 7;
  return ['get', 'patch', 'post', 'delete'].indexOf(method);
}

async function callAs(world: World, operation: Operation, caller: Caller): Promise<Called> {
  if (nameOf(operation) === 'DELETE /api/v1/partner-auth' && caller === 'partner') await becomeSomebodyNew(world);
  const subject = { ...world, records: await withSubject(world, operation, caller) };
  const credentials = world.credentials[caller];
  const request = withOwnValues(requestFor(operation, subject.records), operation, world);
  const reply = await world.sender.send({ ...request, headers: { ...request.headers, ...credentials } });
  keepCredentials(world, caller, reply);
  keepRecord(world, operation, caller, reply);
  return {
    operation,
    caller,
    status: reply.status,
    request_id: String(reply.headers['x-request-id']),
    problems: [...problemsIn(operation, caller, request, reply), ...headerProblems(operation, caller, reply)],
  };
}

const PROMOTIONS = '/api/v1/promotions';
/** Required display status of the promotion in each call. */
const STATES: Record<string, string> = {
  [`PATCH ${PROMOTIONS}/{id}`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/approve`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/reject`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/partner_feedback`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/cancel`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/cancel_approved`]: 'awaiting promotion date',
  [`POST ${PROMOTIONS}/{id}/charge`]: 'payment failed',
};

const SESSIONS = /-auth\/sessions\/\{id\}$/;

/** A session other than the caller's own, which later calls still need. */
async function otherSession({ sender, accounts, credentials }: World, caller: 'partner' | 'user'): Promise<number> {
  await signIn(sender, caller, accounts[caller]);
  const path = `/api/v1/${caller}-auth/sessions`;
  const { body } = await sender.send({ method: 'GET', path, headers: credentials[caller] });
  const { sessions } = body as { sessions: { id: number; is_current: boolean }[] };
  return sessions.find(({ is_current }) => !is_current)!.id;
}

/**
 * The records with a suitable one first: a promotion in the right status, or for a deletion one that the caller
 * created.
 */
async function withSubject(world: World, operation: Operation, caller: Caller): Promise<Records> {
  const { sender, credentials, records, made } = world;
  const { method, path } = operation;
  const list = path.replace(/\/\{id\}.*/, '');
  const own =
    SESSIONS.test(path) && caller !== 'public'
      ? await otherSession(world, caller)
      : method === 'delete'
        ? made.get(`${caller} ${list}`)
        : undefined;
  const state = STATES[nameOf(operation)];
  if (!state) return own ? { ...records, ids: new Map(records.ids).set(list, [own]) } : records;
  const query = `?display_status=${encodeURIComponent(state)}&sort_col=requested_date&per=1`;
  const headers = caller === 'public' ? credentials.user : credentials[caller];
  const { body } = await sender.send({ method: 'GET', path: PROMOTIONS + query, headers });
  const id = (body as { promotions?: { id: number }[] } | undefined)?.promotions?.[0]?.id;
  return id ? { ...records, ids: new Map(records.ids).set(PROMOTIONS, [id]) } : records;
}

/**
 * Replaces addresses, codes, and names with new ones, so that runs don't conflict, and keeps the password unchanged.
 */
function withOwnValues(call: Call, { path, auth, access }: Operation, { accounts, today, made }: World): Call {
  if (typeof call.body !== 'object' || call.body === null || Buffer.isBuffer(call.body)) return call;
  const body: Record<string, unknown> = { ...call.body };
  if ('email' in body) body.email = `caller-${randomUUID()}@example.test`;
  if ('code' in body) body.code = `CALL-${randomUUID().slice(0, 8).toUpperCase()}`;
  if ('name' in body && !auth) body.name = `${body.name} ${randomUUID().slice(0, 8)}`;
  if ('requested_date' in body)
    Object.assign(body, { requested_date: addDays(today, 9), deal_ends_on: addDays(today, 15) });
  if ('book_id' in body) body.book_id = made.get('partner /api/v1/books') ?? body.book_id;
  if (auth && path.endsWith('/password') && 'password' in body) {
    const { password } = accounts[access === 'user' ? 'user' : 'partner'];
    Object.assign(body, { password, password_confirmation: password, current_password: password });
  }
  if (auth && call.method === 'PATCH' && 'name' in body) delete body.name;
  if (auth && call.method === 'PATCH' && !Object.keys(body).length)
    body.name = access === 'user' ? 'Nora Whitlock' : 'Rosalind Hartwell';
  return { ...call, body };
}

/** Signs up a new account for the closing call. */
async function becomeSomebodyNew(world: World) {
  const account = { email: `caller-${randomUUID()}@example.test`, password: 'a long enough passphrase' };
  const body = { ...account, password_confirmation: account.password, name: 'Ada Quill' };
  await world.sender.send({ method: 'POST', path: '/api/v1/partner-auth', body });
  world.credentials.partner = await signIn(world.sender, 'partner', account);
}

/**
 * Replaces credentials with those in a response, like the client. A sign-up or sign-in with the example body belongs to
 * someone else.
 */
function keepCredentials(world: World, caller: Caller, { headers }: Reply) {
  const kept = world.credentials[caller];
  if (caller === 'public' || headers.uid !== kept.uid) return;
  world.credentials[caller] = {
    ...kept,
    'access-token': String(headers['access-token']),
    client: String(headers.client),
  };
}

/** Remembers a created record, so that it can be deleted. */
function keepRecord({ made }: World, { path }: Operation, caller: Caller, { status, body }: Reply) {
  if (status !== 201 || typeof body !== 'object') return;
  const id = (Object.values(body as object)[0] as { id?: unknown } | undefined)?.id;
  if (typeof id === 'number') made.set(`${caller} ${path}`, id);
}

const ALIKE = /-auth\/(sign_in|password\/edit)$/;

function problemsIn(operation: Operation, caller: Caller, { method, path }: Call, reply: Reply): string[] {
  const undeclared = problemOf(OPERATIONS, { method, path: path.split('?')[0]!, ...reply });
  const expected = ALIKE.test(operation.path)
    ? null
    : expectedFor(operation, caller === 'public' ? 'nobody' : caller === 'user' ? 'admin' : 'owner');
  const isWrong =
    expected === 'through' ? isRefusal(operation, reply.status) : expected !== null && reply.status !== expected;
  return [...(undeclared ? [undeclared] : []), ...(isWrong ? [`${reply.status}, not ${expected}`] : [])];
}

const CARRIED = ['access-token', 'token-type', 'client', 'expiry', 'uid'];
const SIGNS_IN = /^(POST|PATCH) .*-auth(\/sign_in|\/password)?$/;

/** Session headers must be in every response to their owner, and in no other. */
function headerProblems(operation: Operation, caller: Caller, { status, headers }: Reply): string[] {
  const carried = CARRIED.filter((name) => name in headers);
  const isShared = headers['cache-control']?.startsWith('public') ?? false;
  const isOwn = caller !== 'public' && !operation.auth && !isShared;
  const mayCarry = isOwn || SIGNS_IN.test(nameOf(operation)) || operation.path.endsWith('/validate_token');
  return [
    ...(isOwn && status < 400 && carried.length < 5 ? [`carries only ${carried.join(', ') || 'no credentials'}`] : []),
    ...(!mayCarry && carried.length ? [`carries ${carried.join(', ')}`] : []),
    ...(carried.length && headers['token-type'] !== 'Bearer' ? ['token-type is not Bearer'] : []),
    ...(carried.length && headers['cache-control'] !== 'no-store'
      ? ['credentials without Cache-Control: no-store']
      : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no X-Content-Type-Options: nosniff']),
    ...(headers['x-request-id'] ? [] : ['no X-Request-Id']),
    ...('x-powered-by' in headers ? ['says what it is powered by'] : []),
  ];
}
