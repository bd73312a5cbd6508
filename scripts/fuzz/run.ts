/** Sends malformed requests to every operation that has the records its path needs, and collects the results. */

import { type Random, seededRandom } from '#server/platform/random.ts';
import { isForStaff, type Operation } from '#shared/api/operation.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import { type Credentials, type ExampleRecords, operationsWithoutRecords } from '../calls/requests.ts';
import type { ApiCall, ApiResponse, Sender } from '../calls/sender.ts';
import { type FuzzFinding, findingsIn } from './judge.ts';
import { malformedRequests } from './requests.ts';

type Callers = {
  partner: Credentials;
  user: Credentials;
  /** Sessions for `auth` operations that change or close an account, or sign out. */
  expendable: { partner: Credentials; user: Credentials };
  /** API keys, one for each scope of each account. */
  keys: readonly Credentials[];
};
export type FuzzResult = {
  operation: Operation;
  requests: number;
  statuses: Map<number, number>;
  findings: (FuzzFinding & { call: ApiCall })[];
  ms: number;
};

export async function fuzz(
  sender: Sender,
  {
    callers,
    records,
    perOperation,
    seed,
  }: { callers: Callers; records: ExampleRecords; perOperation: number; seed: number },
): Promise<FuzzResult[]> {
  const random = seededRandom(seed);
  const results: FuzzResult[] = [];
  const missing = operationsWithoutRecords(records);
  const reachable = OPERATIONS.filter((operation) => !missing.has(operation));
  for (const operation of inCallOrder(reachable)) {
    const calls = malformedRequests(operation, records, random, perOperation).map((call) =>
      withRandomCaller(call, operation, callers, random),
    );
    const started = performance.now();
    const responses = await Promise.all(
      calls.map((call) => sender.send(call).catch((error) => abortedResponse(call, error))),
    );
    results.push({
      operation,
      requests: calls.length,
      statuses: countStatuses(responses),
      ms: Math.round(performance.now() - started),
      findings: responses.flatMap((response, i) =>
        findingsIn(calls[i]!, response).map((finding) => ({ ...finding, call: calls[i]! })),
      ),
    });
  }
  return results;
}

/**
 * Deletions and account operations come later, so that the others still have records and sessions. Those that end the
 * callers' own sessions come last.
 */
export const inCallOrder = (operations: readonly Operation[]) =>
  operations.toSorted((a, b) => callRank(a) - callRank(b));

function callRank({ method, path, auth }: Operation) {
  if (method !== 'delete' && !auth) return 0;
  return /-auth\/sessions/.test(path) ? 2 : 1;
}

/**
 * Adds credentials: usually of a caller with access, sometimes of an API key, the other role, or nobody. If the server
 * trusts proxies, each call comes from a random address.
 */
function withRandomCaller(
  call: ApiCall,
  operation: Operation,
  { partner, user, expendable, keys }: Callers,
  random: Random,
): ApiCall {
  const chooseCredentials = () => {
    if (endsSessions(operation)) return isForStaff(operation) ? expendable.user : expendable.partner;
    if (random.chance(0.06)) return {};
    if (random.chance(0.2)) return random.pick([...keys, partner, user]);
    if (isForStaff(operation)) return user;
    return operation.access.includes('user') || operation.access === 'both' ? random.pick([partner, user]) : partner;
  };
  const credentials = chooseCredentials();
  const forwarded = {
    'x-forwarded-for': `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
  };
  return { ...call, headers: { ...forwarded, ...credentials, ...call.headers } };
}

const endsSessions = ({ auth, method }: Operation) => auth === true && method !== 'get' && method !== 'post';

/** A reply for an aborted connection, which counts as a server error. */
const abortedResponse = (call: ApiCall, error: Error): ApiResponse => ({
  status: 599,
  type: '',
  headers: {},
  text: `the connection broke: ${error.message} (${call.method})`,
  body: undefined,
});

function countStatuses(responses: readonly ApiResponse[]) {
  const statuses = new Map<number, number>();
  for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
}
