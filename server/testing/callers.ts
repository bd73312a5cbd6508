/**
 * Headers of callers, most of them the demo's people: valid sessions, a reader's tokens, and credentials that are each
 * invalid in one way.
 */

import { mailKeys } from '#server/platform/mail-keys.ts';
import type { Role } from '#shared/auth.ts';
import { issueToken, type TokenScope } from '../auth/tokens.ts';
import type { TestServer } from './app.ts';

export type Headers = Record<string, string>;

export const OWNER = 'partner@deckle.test';
export const OTHER = 'imogen.farrow@example.test';
/** An administrator. */
export const STAFF = 'staff@deckle.test';
export const EDITOR = 'editor@deckle.test';

/** Creates a token, a session's by default, and returns its headers. */
export async function sessionOf(
  { deps }: TestServer,
  role: Role,
  uid: string,
  scope: TokenScope = 'session',
): Promise<Headers> {
  const where = { uid };
  const found = await (role === 'partner' ? deps.db.partner.findFirst({ where }) : deps.db.user.findFirst({ where }));
  const { id } = found!;
  const { token, client } = await deps.db.$transaction((tx) => issueToken(tx, deps.now(), { role, id }, scope));
  return { 'resource-type': role, 'access-token': token, client, uid };
}

/** Headers made of the tokens in an email to a reader, because readers have no session. */
export async function readerHeaders({ deps }: TestServer, role: Role): Promise<Headers> {
  const { id, email, uuid } = await deps.db.reader.findFirstOrThrow({
    where: { status: 'active' },
    orderBy: { id: 'asc' },
  });
  const { unsubscribe } = mailKeys(deps.config.appSecret, { newsletter_id: 1, id });
  return { 'resource-type': role, 'access-token': unsubscribe, client: uuid, uid: email! };
}

const otherRole = (role: Role): Role => (role === 'partner' ? 'user' : 'partner');

/** Creates credentials that are each invalid in one way. */
export async function badCredentials(server: TestServer, role: Role): Promise<Record<string, Headers>> {
  const { db, clock } = { db: server.deps.db, clock: server.deps.clock };
  const uid = role === 'partner' ? OWNER : STAFF;
  const session = () => sessionOf(server, role, uid);
  const [expired, forged, signedOut, misplaced, foreign] = await Promise.all([1, 2, 3, 4, 5].map(session));
  await db.authToken.update({ where: { client: expired!.client! }, data: { expires_at: clock.now() } });
  await db.authToken.delete({ where: { client: signedOut!.client! } });
  const token = forged!['access-token']!;
  return {
    expired: expired!,
    forged: { ...forged, 'access-token': `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` },
    'signed out': signedOut!,
    'wrong resource-type': { ...misplaced, 'resource-type': otherRole(role) },
    'wrong uid': { ...foreign, uid: role === 'partner' ? OTHER : 'nobody@example.test' },
    'reset-scope token': await sessionOf(server, role, uid, 'password_reset'),
  };
}

/** Creates a person who is a partner and a staff member with the same address. */
export async function bothRoles(server: TestServer): Promise<Record<Role, Headers>> {
  const { db } = server.deps;
  const uid = 'both@example.test';
  const password = { encrypted_password: 'none' };
  await db.partner.create({ data: { uid, name: 'Bo Thorne', referral_code: 'bothbooo', ...password } });
  await db.user.create({ data: { uid, name: 'Bo Thorne', ...password } });
  return { partner: await sessionOf(server, 'partner', uid), user: await sessionOf(server, 'user', uid) };
}
