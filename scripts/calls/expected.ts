/**
 * Expected outcomes for each kind of caller, from an operation's `access`. "allowed" is any response that isn't a
 * refusal.
 */
import { type Access, type Operation, scopeFor } from '#shared/api/operation.ts';
import { nameOf } from '#shared/api/operations.ts';
import type { ApiScope } from '#shared/api-scopes.ts';

export type CallerKind = 'anonymous' | 'reader' | 'owner' | 'other partner' | 'editor' | 'admin';
export type ExpectedOutcome = 'allowed' | number;

type Row = Record<Exclude<CallerKind, 'reader'>, ExpectedOutcome>;
const ALL: Row = {
  anonymous: 'allowed',
  owner: 'allowed',
  'other partner': 'allowed',
  editor: 'allowed',
  admin: 'allowed',
};
const PARTNERS: Row = { ...ALL, anonymous: 401, editor: 403, admin: 403 };
const STAFF: Row = { ...ALL, anonymous: 401, owner: 403, 'other partner': 403 };

const EXPECTED: Record<Access, Row> = {
  public: ALL,
  'public or owner': { ...ALL, 'other partner': 404 },
  partner: PARTNERS,
  user: STAFF,
  admin: { ...STAFF, editor: 422 },
  both: { ...ALL, anonymous: 401 },
  'both or public=true': { ...ALL, anonymous: 401 },
  own: { ...ALL, anonymous: 401, 'other partner': 404, editor: 404, admin: 404 },
  owner: { ...PARTNERS, 'other partner': 404 },
  'owner or user': { ...ALL, anonymous: 401, 'other partner': 404 },
};

/** An authentication call refuses the other role with the same status as a visitor who isn't signed in. */
const AUTH_REFUSALS: Record<string, number> = { '/validate_token': 401, '/sign_out': 404, '/password': 401, '': 404 };

export function expectedFor({ access, auth, path }: Operation, kind: CallerKind): ExpectedOutcome {
  // Readers have no session, and the tokens in their emails don't authorize other calls.
  const expected = EXPECTED[access][kind === 'reader' ? 'anonymous' : kind];
  return auth && expected !== 'allowed' ? AUTH_REFUSALS[path.replace(/^.*-auth/, '')]! : expected;
}

/**
 * Expected outcome for an API key of this kind of caller; `scopes` is null for an invalid key. Account calls, webhooks,
 * and the OpenAPI document ignore keys.
 */
export function expectedForKey(
  operation: Operation,
  kind: CallerKind,
  scopes: readonly ApiScope[] | null,
): ExpectedOutcome {
  if (operation.auth || operation.isBare) return expectedFor(operation, 'anonymous');
  if (!scopes) return 401;
  const scope = scopeFor(operation, kind === 'admin' || kind === 'editor' ? 'user' : 'partner');
  return scope && scopes.includes(scope) ? expectedFor(operation, kind) : 403;
}

/** Statuses that calls get in the demo because it lacks a record or a service. */
const DEMO_STATUSES: Record<string, number> = {
  // no delivery is uncertain
  'POST /api/v1/newsletters/{id}/deliveries/{reader_id}/resolve': 404,
  // no model is configured
  'POST /api/v1/ai/prompt': 503,
};

/**
 * True if a status denies access or is a failure. A 404 does, unless the operation is public and has no `{id}` in its
 * path: the record of a token or date, for example, may be missing for everyone.
 */
export function isRefusal(operation: Operation, status: number) {
  const { access, path } = operation;
  if (DEMO_STATUSES[nameOf(operation)] === status) return false;
  const canBeMissing = access === 'public' && !path.includes('{id}');
  return [401, 403, 405].includes(status) || status >= 500 || (status === 404 && !canBeMissing);
}
