/**
 * Expected outcomes for each kind of caller, from an operation's `access`. "through" is any response that isn't a
 * refusal.
 */
import type { Access, Operation } from '#shared/api/operation.ts';
import { nameOf } from '#shared/api/operations.ts';

export type Kind = 'nobody' | 'reader' | 'owner' | 'other partner' | 'editor' | 'admin';
export type Outcome = 'through' | number;

type Row = Record<Exclude<Kind, 'reader'>, Outcome>;
const ALL: Row = {
  nobody: 'through',
  owner: 'through',
  'other partner': 'through',
  editor: 'through',
  admin: 'through',
};
const PARTNERS: Row = { ...ALL, nobody: 401, editor: 403, admin: 403 };
const STAFF: Row = { ...ALL, nobody: 401, owner: 403, 'other partner': 403 };

const EXPECTED: Record<Access, Row> = {
  public: ALL,
  'public or owner': { ...ALL, 'other partner': 404 },
  partner: PARTNERS,
  user: STAFF,
  admin: { ...STAFF, editor: 422 },
  both: { ...ALL, nobody: 401 },
  'both or public=true': { ...ALL, nobody: 401 },
  owner: { ...PARTNERS, 'other partner': 404 },
  'owner or user': { ...ALL, nobody: 401, 'other partner': 404 },
};

/** Authentication calls answer everyone who isn't signed in with the role in the same way, including the other role. */
const AUTH_REFUSALS: Record<string, number> = { '/validate_token': 401, '/sign_out': 404, '/password': 401, '': 404 };

export function expectedFor({ access, auth, path }: Operation, kind: Kind): Outcome {
  // A reader has no session, and nothing in an email to a reader opens other calls.
  const expected = EXPECTED[access][kind === 'reader' ? 'nobody' : kind];
  return auth && expected !== 'through' ? AUTH_REFUSALS[path.replace(/^.*-auth/, '')]! : expected;
}

/** Statuses that the demo gives everyone because it lacks something. */
const IN_THE_DEMO: Record<string, number> = {
  // no delivery is uncertain
  'POST /api/v1/newsletters/{id}/deliveries/{reader_id}/resolve': 404,
  // no model is configured
  'POST /api/v1/ai/prompt': 503,
};

/** True if a status denies access or is a failure. A public record requested by a key may be missing for everyone. */
export function isRefusal(operation: Operation, status: number) {
  const { access, path } = operation;
  if (IN_THE_DEMO[nameOf(operation)] === status) return false;
  const mayBeGone = access === 'public' && !path.includes('{id}');
  return [401, 403, 405].includes(status) || status >= 500 || (status === 404 && !mayBeGone);
}
