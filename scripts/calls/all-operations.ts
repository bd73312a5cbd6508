/**
 * Calls every reachable operation as each role, like a client: it uses the credentials from each response, and creates
 * records before deleting them.
 */
import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/api/check.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { addDays } from '#shared/dates.ts';
import { expectedFor, isRefusal } from './expected.ts';
import {
  type Credentials,
  type ExampleRecords,
  findRecords,
  operationsWithoutRecords,
  requestFor,
} from './requests.ts';
import type { ApiCall, ApiResponse, Sender } from './sender.ts';
import { type SignInAccount, signIn } from './sign-in.ts';

export const CALLERS = ['public', 'partner', 'user'] as const;
export type Caller = (typeof CALLERS)[number];
export type CallResult = {
  operation: Operation;
  caller: Caller;
  request: ApiCall;
  reply: ApiResponse;
  problems: string[];
};
type CallContext = {
  sender: Sender;
  accounts: Record<'partner' | 'user', SignInAccount>;
  credentials: Record<Caller, Credentials>;
  records: ExampleRecords;
  businessDate: string;
  /** Ids of created records, by caller and path. */
  createdIds: Map<string, number>;
  /** A text that no earlier run used. */
  uniqueText: () => string;
};

/** `skipped`: a reason for each operation without a record. */
export async function callAllOperations(
  sender: Sender,
  {
    accounts,
    names,
    uniqueText = () => randomUUID().slice(0, 8),
  }: { accounts: CallContext['accounts']; names: Record<string, string>; uniqueText?: () => string },
): Promise<{ results: CallResult[]; skipped: string[] }> {
  const partner = await signIn(sender, 'partner', accounts.partner);
  const user = await signIn(sender, 'user', accounts.user);
  const records = await findRecords(sender, { partner, user }, names);
  const context: CallContext = {
    sender,
    accounts,
    credentials: { public: {}, partner, user },
    records,
    businessDate: await readBusinessDate(sender),
    createdIds: new Map(),
    uniqueText,
  };
  const unreachableOperations = operationsWithoutRecords(records);
  const results: CallResult[] = [];
  for (const operation of sortByCallOrder(OPERATIONS.filter((operation) => !unreachableOperations.has(operation))))
    for (const caller of CALLERS) results.push(await callAs(context, operation, caller));
  return { results, skipped: [...unreachableOperations.values()] };
}

async function readBusinessDate(sender: Sender) {
  const { body } = await sender.send({ method: 'GET', path: '/api/v1/session' });
  return (body as { business_date: string }).business_date;
}

/**
 * Sorts reads first, then changes, creations, promotions of created books, deletions, and finally operations that end
 * sessions.
 */
const sortByCallOrder = (operations: readonly Operation[]) =>
  [...operations].sort((a, b) => callOrder(a) - callOrder(b));

function callOrder({ method, auth, path, example = {} }: Operation) {
  if (method === 'post' && 'book_id' in example) return 2.5;
  if (auth && /password$/.test(path) && method === 'patch') return 5;
  if (auth && method === 'delete') return path.endsWith('/sign_out') ? 6 : 7;
  return ['get', 'patch', 'post', 'delete'].indexOf(method);
}

async function callAs(context: CallContext, operation: Operation, caller: Caller): Promise<CallResult> {
  if (nameOf(operation) === 'DELETE /api/v1/partner-auth' && caller === 'partner') await signUpNewAccount(context);
  const targets = await withTargetRecord(context, operation, caller);
  const credentials = context.credentials[caller];
  const request = withUniqueValues(requestFor(operation, targets), operation, caller, context);
  const reply = await context.sender.send({ ...request, headers: { ...request.headers, ...credentials } });
  updateCredentials(context, caller, reply);
  rememberRecord(context, operation, caller, reply);
  return {
    operation,
    caller,
    request,
    reply,
    problems: [...problemsIn(operation, caller, request, reply), ...headerProblems(operation, caller, reply)],
  };
}

const PROMOTIONS = '/api/v1/promotions';
/** Required display status of the promotion in each call. */
const REQUIRED_STATUS: Record<string, string> = {
  [`PATCH ${PROMOTIONS}/{id}`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/approve`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/reject`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/partner_feedback`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/cancel`]: 'awaiting review',
  [`POST ${PROMOTIONS}/{id}/cancel_approved`]: 'awaiting promotion date',
  [`POST ${PROMOTIONS}/{id}/charge`]: 'payment failed',
};

const SESSIONS = /-auth\/sessions\/\{id\}$/;

/** Creates another session to end, because later calls still need the current one. Returns its id. */
async function createOtherSession(
  { sender, accounts, credentials }: CallContext,
  caller: 'partner' | 'user',
): Promise<number> {
  await signIn(sender, caller, accounts[caller]);
  const path = `/api/v1/${caller}-auth/sessions`;
  const { body } = await sender.send({ method: 'GET', path, headers: credentials[caller] });
  const { sessions } = body as { sessions: { id: number; is_current: boolean }[] };
  return sessions.find(({ is_current }) => !is_current)!.id;
}

/**
 * Chooses the record that the call needs: a promotion with the required status, the caller's other session, or, for
 * other DELETE calls, a record that the caller created. Returns `records` unchanged if there is none.
 */
async function withTargetRecord(context: CallContext, operation: Operation, caller: Caller): Promise<ExampleRecords> {
  const { sender, credentials, records, createdIds } = context;
  const { method, path } = operation;
  const list = path.replace(/\/\{id\}.*/, '');
  let targetId: number | undefined;
  if (SESSIONS.test(path) && caller !== 'public') targetId = await createOtherSession(context, caller);
  else if (method === 'delete') targetId = createdIds.get(`${caller} ${list}`);
  const status = REQUIRED_STATUS[nameOf(operation)];
  if (!status) return targetId ? { ...records, ids: new Map(records.ids).set(list, [targetId]) } : records;
  const query = `?display_status=${encodeURIComponent(status)}&sort_col=requested_date&per=1`;
  const headers = caller === 'public' ? credentials.user : credentials[caller];
  const { body } = await sender.send({ method: 'GET', path: PROMOTIONS + query, headers });
  const id = (body as { promotions?: { id: number }[] } | undefined)?.promotions?.[0]?.id;
  return id ? { ...records, ids: new Map(records.ids).set(PROMOTIONS, [id]) } : records;
}

/**
 * Replaces addresses, codes, and names with new ones, so that runs don't conflict, and keeps the password unchanged.
 */
function withUniqueValues(
  call: ApiCall,
  { path, auth, access }: Operation,
  caller: Caller,
  { accounts, businessDate, createdIds, uniqueText }: CallContext,
): ApiCall {
  if (typeof call.body !== 'object' || call.body === null || Buffer.isBuffer(call.body)) return call;
  const body: Record<string, unknown> = { ...call.body };
  if (path.endsWith('/sign_in')) return { ...call, body: accounts[path.includes('/user-auth/') ? 'user' : 'partner'] };
  if ('email' in body) body.email = `caller-${uniqueText()}@example.test`;
  if ('code' in body) body.code = `CALL-${uniqueText().toUpperCase()}`;
  if ('name' in body && !auth) body.name = `${body.name} ${uniqueText()}`;
  if ('requested_date' in body)
    Object.assign(body, { requested_date: addDays(businessDate, 9), deal_ends_on: addDays(businessDate, 15) });
  if ('book_id' in body) body.book_id = createdIds.get('partner /api/v1/books') ?? body.book_id;
  if (auth && path.endsWith('/password') && 'password' in body) {
    const { password } = accounts[access === 'user' ? 'user' : 'partner'];
    Object.assign(body, { password, password_confirmation: password, current_password: password });
  }
  if (path.endsWith('/api_keys') && caller !== 'public') body.current_password = accounts[caller].password;
  if (auth && call.method === 'PATCH' && 'name' in body) delete body.name;
  if (auth && call.method === 'PATCH' && !Object.keys(body).length)
    body.name = access === 'user' ? 'Nora Whitlock' : 'Rosalind Hartwell';
  return { ...call, body };
}

/** Signs up a partner for the call that deletes the account. */
async function signUpNewAccount(context: CallContext) {
  const account = { email: `caller-${context.uniqueText()}@example.test`, password: 'a long enough passphrase' };
  const body = { ...account, password_confirmation: account.password, name: 'Ada Quill' };
  await context.sender.send({ method: 'POST', path: '/api/v1/partner-auth', body });
  context.credentials.partner = await signIn(context.sender, 'partner', account);
}

/**
 * Replaces credentials with those in a response, like the client. Ignores responses for other accounts, such as a
 * sign-in of the other role, or a sign-up.
 */
function updateCredentials(context: CallContext, caller: Caller, { headers }: ApiResponse) {
  const current = context.credentials[caller];
  if (caller === 'public' || headers.uid !== current.uid) return;
  context.credentials[caller] = {
    ...current,
    'access-token': String(headers['access-token']),
    client: String(headers.client),
  };
}

/** Remembers a created record, so that it can be deleted. */
function rememberRecord(
  { createdIds }: CallContext,
  { path }: Operation,
  caller: Caller,
  { status, body }: ApiResponse,
) {
  if (status !== 201 || typeof body !== 'object') return;
  const id = (Object.values(body as object)[0] as { id?: unknown } | undefined)?.id;
  if (typeof id === 'number') createdIds.set(`${caller} ${path}`, id);
}

const CALLER_KINDS = { public: 'anonymous', partner: 'owner', user: 'admin' } as const;
const UNCHECKED_STATUS = /-auth\/(sign_in|password\/edit)$/;

function problemsIn(operation: Operation, caller: Caller, { method, path }: ApiCall, reply: ApiResponse): string[] {
  const undeclared = problemOf(OPERATIONS, { method, path: path.split('?')[0]!, ...reply });
  const expected = UNCHECKED_STATUS.test(operation.path) ? null : expectedFor(operation, CALLER_KINDS[caller]);
  const isWrong =
    expected === 'allowed' ? isRefusal(operation, reply.status) : expected !== null && reply.status !== expected;
  return [...(undeclared ? [undeclared] : []), ...(isWrong ? [`${reply.status}, not ${expected}`] : [])];
}

const SESSION_HEADERS = ['access-token', 'token-type', 'client', 'expiry', 'uid'];
const SIGNS_IN = /^(POST|PATCH) .*-auth(\/sign_in|\/password)?$/;

/**
 * Checks the headers that every response needs, and the session headers. A signed-in caller's successful responses must
 * have session headers, except publicly cacheable responses and those of account operations. Those two kinds, and
 * visitors' responses, may have them only if the operation signs up or in, changes the account, or validates a token.
 */
function headerProblems(operation: Operation, caller: Caller, { status, headers }: ApiResponse): string[] {
  const presentHeaders = SESSION_HEADERS.filter((name) => name in headers);
  const isShared = headers['cache-control']?.startsWith('public') ?? false;
  const belongsToCaller = caller !== 'public' && !operation.auth && !isShared;
  const canHaveSession =
    belongsToCaller || SIGNS_IN.test(nameOf(operation)) || operation.path.endsWith('/validate_token');
  return [
    ...(belongsToCaller && status < 400 && presentHeaders.length < 5
      ? [`includes only ${presentHeaders.join(', ') || 'no credentials'}`]
      : []),
    ...(!canHaveSession && presentHeaders.length ? [`includes ${presentHeaders.join(', ')}`] : []),
    ...(presentHeaders.length && headers['token-type'] !== 'Bearer' ? ['token-type is not Bearer'] : []),
    ...(presentHeaders.length && headers['cache-control'] !== 'no-store'
      ? ['credentials without Cache-Control: no-store']
      : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no X-Content-Type-Options: nosniff']),
    ...(headers['x-request-id'] ? [] : ['no X-Request-Id']),
    ...('x-powered-by' in headers ? ['sends X-Powered-By'] : []),
  ];
}
