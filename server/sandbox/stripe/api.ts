/** Processing of every API request: fault, key, idempotency, parameters, execution, journal, response. */
import { type Request, type Response, Router } from 'express';
import type { Caller, Endpoint } from './endpoints.ts';
import { StripeFailure, unknownUrl } from './errors.ts';
import { type ExecutionOutcome, execute } from './execute.ts';
import type { Fault, FaultController } from './faults.ts';
import { parseForm } from './form.ts';
import type { Idempotency } from './idempotency.ts';
import { callerOf, type Keys, secretKeyRequired } from './keys.ts';
import { parseExpand, withAddresses } from './present.ts';
import type { Recorder } from './recorder.ts';
import {
  type ApiResponse,
  describeRequest,
  dropsRequest,
  dropsResponse,
  faultError,
  type RequestFacts,
  send,
  withholdResponse,
} from './requests.ts';
import type { RecordChange, SavedResponse, State } from './state.ts';
import { beginWork } from './work.ts';

export type Log = { error(facts: object, message: string): void; warn(facts: object, message: string): void };

type Parts = {
  endpoints: readonly Endpoint[];
  state: State;
  faults: FaultController;
  idempotency: Idempotency;
  keys: Keys;
  now: () => Date;
  record: Recorder;
  log: Log;
  /** This server's URL, for addresses in responses. */
  base: () => string;
};

export function createApi(parts: Parts): Router {
  const router = Router();
  for (const endpoint of parts.endpoints)
    router[endpoint.method](endpoint.path, (req, res) => serve(parts, endpoint, req, res));
  router.use((req, res) => serve(parts, undefined, req, res));
  return router;
}

async function serve(parts: Parts, endpoint: Endpoint | undefined, req: Request, res: Response) {
  const request = describeRequest(req);
  const fault = parts.faults.take(request.method, request.path);
  if (fault && dropsRequest(fault)) {
    journal(parts, request, fault, { status: null, body: {} });
    return withholdResponse(fault, res);
  }
  const response = await processRequest(parts, endpoint, request, {
    ids: req.params as { [name: string]: string },
    fault,
  });
  if (fault && dropsResponse(fault)) return withholdResponse(fault, res);
  send(res, request, { ...response, body: withAddresses(response.body, parts.base()) });
}

type RequestContext = { ids: { [name: string]: string }; fault: Fault | undefined };

async function processRequest(
  parts: Parts,
  endpoint: Endpoint | undefined,
  request: RequestFacts,
  context: RequestContext,
): Promise<ApiResponse> {
  try {
    const refusal = faultError(context.fault, request);
    if (refusal) throw refusal;
    const { admitted, caller } = admit(parts, endpoint, request);
    const saved = parts.idempotency.enter(request);
    return saved
      ? replay(parts, request, context.fault, saved)
      : await executeNew(parts, admitted, request, { ...context, caller });
  } catch (failure) {
    if (!(failure instanceof StripeFailure)) throw failure;
    const response = { status: failure.status, body: { error: failure.error } };
    journal(parts, request, context.fault, response);
    return response;
  }
}

function admit(parts: Parts, endpoint: Endpoint | undefined, { method, path, headers, keyParam }: RequestFacts) {
  const caller = callerOf(headers, keyParam, parts.keys);
  if (!endpoint) throw unknownUrl(method, path);
  if (caller.isBrowser && !endpoint.allowsBrowser) throw secretKeyRequired();
  return { admitted: endpoint, caller };
}

function replay(parts: Parts, request: RequestFacts, fault: Fault | undefined, saved: SavedResponse): ApiResponse {
  const response = { status: saved.status, body: saved.body, replayOf: saved.request_id };
  journal(parts, request, fault, response);
  return response;
}

/**
 * Executes a request that has no saved response. There must be no await after the delay, because nothing else may run
 * between reading the state and writing the journal.
 */
async function executeNew(
  parts: Parts,
  endpoint: Endpoint,
  request: RequestFacts,
  { ids, fault, caller }: RequestContext & { caller: Caller },
): Promise<ApiResponse> {
  try {
    const form = parseForm(request.params);
    const execution = endpoint.parse(form, ids, caller);
    const expand = parseExpand(form);
    form.refuseUnknown();
    if (fault?.kind === 'delay') await parts.faults.wait(fault);
    const work = beginWork(parts.state, parts.now(), { id: request.id, idempotency_key: request.key });
    const outcome = execute(work, execution, expand, fault);
    if (outcome.thrown) parts.log.error({ err: outcome.thrown, path: request.path }, 'fake Stripe failed');
    journal(parts, request, fault, outcome, [...outcome.changes, ...savedResponseOf(request, outcome, work.created)]);
    return outcome;
  } finally {
    parts.idempotency.leave(request);
  }
}

function savedResponseOf(
  { id, key, path, fingerprint }: RequestFacts,
  { status, body }: ExecutionOutcome,
  saved_at: number,
): RecordChange[] {
  if (key === null) return [];
  return [{ collection: 'answers', record: { id: key, path, fingerprint, status, body, request_id: id, saved_at } }];
}

function journal(
  { record }: Parts,
  { id, method, path, maskedParams, key }: RequestFacts,
  fault: Fault | undefined,
  { status, body, replayOf }: { status: number | null; body: object; replayOf?: string },
  changes: readonly RecordChange[] = [],
) {
  const { error } = body as { error?: { code?: string; type?: string } };
  record(
    {
      kind: 'request',
      request_id: id,
      method,
      path,
      params: maskedParams,
      idempotency_key: key,
      status: dropsResponse(fault) ? null : status,
      error_code: error?.code ?? error?.type ?? null,
      ...(replayOf && { replayed: true }),
      ...(fault && { fault: fault.kind }),
    },
    changes,
  );
}
