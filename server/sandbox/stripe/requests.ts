/** Requests to the fake, and sending or withholding their responses. */
import type { Request, Response } from 'express';
import { maskCardNumbers } from './cards.ts';
import { internalError, keyInUse, rateLimited, type StripeFailure } from './errors.ts';
import type { Fault } from './faults.ts';
import type { Params } from './form.ts';
import { fingerprintOfParams } from './idempotency.ts';
import { newId } from './ids.ts';
import { withoutCardData } from './journal.ts';
import { API_VERSION } from './work.ts';

export type RequestFacts = {
  id: string;
  method: string;
  path: string;
  params: Params;
  /** For the journal and the key's fingerprint: without card data. */
  maskedParams: Params;
  key: string | null;
  fingerprint: string;
  headers: Request['headers'];
  /** The publishable key, for browser forms that send it as a parameter. */
  keyParam: unknown;
};

export type ApiResponse = { status: number; body: object; replayOf?: string };

/** Only POST requests use an idempotency key; others ignore it. */
export function describeRequest(req: Request): RequestFacts {
  const {
    key: keyParam,
    _stripe_version,
    ...params
  } = { ...(req.query as Params), ...(req.body as Params | undefined) };
  const maskedParams = withoutCardData(params);
  return {
    id: newId('req_', 14),
    method: req.method,
    path: maskCardNumbers(req.path),
    params,
    maskedParams,
    key: (req.method === 'POST' && req.get('idempotency-key')) || null,
    fingerprint: fingerprintOfParams(maskedParams),
    headers: req.headers,
    keyParam,
  };
}

/** The error of a fault that applies before anything is executed. */
export function faultError(fault: Fault | undefined, { key }: RequestFacts): StripeFailure | undefined {
  if (fault?.kind === 'error_409') return keyInUse(key ?? 'none');
  if (fault?.kind === 'rate_limit_429') return rateLimited();
  if (fault?.kind === 'status_500_before') return internalError();
  return undefined;
}

export const dropsRequest = (fault: Fault | undefined) =>
  fault?.kind === 'timeout_before' || fault?.kind === 'reset_before';
export const dropsResponse = (fault: Fault | undefined) =>
  fault?.kind === 'timeout_after' || fault?.kind === 'reset_after';

/** A timeout keeps the connection open until the caller gives up; a reset closes it. */
export function withholdResponse(fault: Fault, res: Response) {
  if (fault.kind === 'reset_before' || fault.kind === 'reset_after') res.socket?.resetAndDestroy();
}

export function send(res: Response, request: RequestFacts, { status, body, replayOf }: ApiResponse) {
  res.set({ 'Request-Id': request.id, 'Stripe-Version': API_VERSION });
  if (request.key) res.set('Idempotency-Key', request.key);
  if (replayOf) res.set({ 'Idempotent-Replayed': 'true', 'Original-Request': replayOf });
  if (status === 409) res.set('Stripe-Should-Retry', 'true');
  if (status === 500 && request.key) res.set('Stripe-Should-Retry', 'false');
  res.status(status).json(body);
}

/** Allows cross-origin calls: browsers use the publishable key from the merchant's origin. */
export function allowBrowsers(req: Request, res: Response, next: () => void) {
  res.set('Access-Control-Allow-Origin', '*');
  if (req.method !== 'OPTIONS') return next();
  res.set({
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  });
  res.status(204).end();
}
