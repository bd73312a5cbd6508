/**
 * A new password stops sign-ins, address changes, and links that are under way, and ends the old one's sessions. A
 * blocked, closed, or disabled account also stops sign-ins.
 */
import { generateSync } from 'otplib';
import pg from 'pg';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { type Client, createPartner, createStaff, PASSWORD, visitor } from '#server/testing/factories.ts';
import type { Role } from '#shared/auth.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) });

const newPassword = (role: Role, { id }: { id: number }): [string, unknown[]][] => [
  [`update ${role}s set encrypted_password = 'changed' where id = $1`, [id]],
  ['delete from auth_tokens where resource_type = $1 and resource_id = $2', [role, id]],
];

/** Runs `statements` in a transaction, starts `call`, and commits once the call is waiting for the transaction. */
async function whileUncommitted<T>(statements: readonly [string, unknown[]][], call: () => PromiseLike<T>) {
  const other = new pg.Client({ connectionString: server.deps.config.DATABASE_URL });
  await other.connect();
  await other.query('begin');
  for (const [sql, values] of statements) await other.query(sql, values);
  const result = Promise.resolve(call());
  await expect.poll(() => countLockWaits(server.deps)).toBe(1);
  await other.query('commit');
  await other.end();
  return result;
}

describe.each(['partner', 'user'] as const)('a new password of a %s', (role) => {
  const createOwner = async (): Promise<Client & { id: number }> =>
    role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
  const tokensOf = ({ id }: { id: number }) => ({ resource_type: role, resource_id: id });
  const uidOf = (owner: Client) => owner.headers.uid!;

  const hasSecondFactor = async ({ id }: { id: number }) =>
    (await server.deps.pool.query(`select from ${role}s where id = $1 and totp_enabled_at is not null`, [id]))
      .rowCount === 1;

  it('refuses a sign-in with the old one', async () => {
    const owner = await createOwner();
    const { status, body } = await whileUncommitted(newPassword(role, owner), () =>
      visitor(server)
        .post(`/${role}-auth/sign_in`)
        .send({ email: uidOf(owner), password: PASSWORD }),
    );
    expect([status, body]).toEqual([401, { success: false, errors: ['Invalid login credentials. Please try again.'] }]);
    expect(await server.deps.db.authToken.count({ where: tokensOf(owner) })).toBe(0);
  });

  it('refuses a change of the address by a session that it ended', async () => {
    const owner = await createOwner();
    const change = { email: `thief-${owner.id}@example.test`, current_password: PASSWORD };
    const { status, body } = await whileUncommitted(newPassword(role, owner), () =>
      owner.patch(`/${role}-auth`).send(change),
    );
    expect([status, body]).toEqual([404, { success: false, errors: ['User not found.'], status: 'error' }]);
    const { rows } = await server.deps.pool.query(`select uid from ${role}s where id = $1`, [owner.id]);
    expect(rows).toEqual([{ uid: uidOf(owner) }]);
  });

  it('refuses to turn on two-factor authentication by a session that it ended', async () => {
    const owner = await createOwner();
    const path = `/${role}-auth/second_factor`;
    const { secret } = (await owner.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const otp = codeOf(secret);
    const { status } = await whileUncommitted(newPassword(role, owner), () =>
      owner.post(`${path}/confirm`).send({ otp }),
    );
    expect(status).toBe(401);
    expect(await hasSecondFactor(owner)).toBe(false);
  });

  it.each([
    ['renew the recovery codes', 'recovery_codes', {}],
    ['turn off two-factor authentication', 'end', { current_password: PASSWORD }],
  ])('refuses to %s by a session that it ended', async (_title, action, proof) => {
    const owner = await createOwner();
    const path = `/${role}-auth/second_factor`;
    const { secret } = (await owner.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const confirmed = await owner
      .post(`${path}/confirm`)
      .send({ otp: codeOf(secret) })
      .expect(200);
    const [otp] = confirmed.body.recovery_codes;
    const { status } = await whileUncommitted(newPassword(role, owner), () =>
      owner.post(`${path}/${action}`).send({ otp, ...proof }),
    );
    expect(status).toBe(401);
    expect(await hasSecondFactor(owner)).toBe(true);
  });

  it('revokes a reset link that is being opened', async () => {
    const owner = await createOwner();
    const redirect_url = `${server.url}/${role}s/password/reset`;
    await visitor(server)
      .post(`/${role}-auth/password`)
      .send({ email: uidOf(owner), redirect_url })
      .expect(200);
    const [mail] = await server.emailsTo(uidOf(owner));
    const link = /http:\S+\/password\/edit\?\S+/.exec(mail!.text)![0];
    const { status, headers } = await whileUncommitted(newPassword(role, owner), () =>
      supertest(link).get('').redirects(0),
    );
    expect([status, headers.location]).toEqual([302, redirect_url]);
    expect(await server.deps.db.authToken.count({ where: tokensOf(owner) })).toBe(0);
  });

  it('ends the session of a sign-in that has not finished', async () => {
    const owner = await createOwner();
    const signIn: [string, unknown[]][] = [
      [`update ${role}s set last_sign_in_at = now() where id = $1`, [owner.id]],
      [
        `insert into auth_tokens (resource_type, resource_id, client, token_hash, scope, expires_at, last_used_at)
         select resource_type, resource_id, client || '-thief', token_hash, scope, expires_at, last_used_at
         from auth_tokens where client = $1`,
        [owner.headers.client],
      ],
    ];
    const password = 'quite another passphrase';
    const { status } = await whileUncommitted(signIn, () =>
      owner
        .put(`/${role}-auth/password`)
        .send({ password, password_confirmation: password, current_password: PASSWORD }),
    );
    expect(status).toBe(200);
    expect(await server.deps.db.authToken.count({ where: tokensOf(owner) })).toBe(1);
  });
});

it('keeps the account of a partner whose session a password change ends during the closing', async () => {
  const partner = await createPartner(server, { card: null });
  const { status } = await whileUncommitted(newPassword('partner', partner), () =>
    partner.delete('/partner-auth').send({ current_password: PASSWORD }),
  );
  expect(status).toBe(404);
  expect(await server.deps.db.partner.count({ where: { id: partner.id, deleted_at: null } })).toBe(1);
});

it.each([
  ['partner', 'blocked', "blocked_reason = 'Spam.'"],
  ['partner', 'closed', 'deleted_at = now()'],
  ['user', 'disabled', 'disabled_at = now()'],
] as const)('refuses a sign-in of a %s who is being %s', async (role, _title, change) => {
  const owner = role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
  const { status } = await whileUncommitted([[`update ${role}s set ${change} where id = $1`, [owner.id]]], () =>
    visitor(server).post(`/${role}-auth/sign_in`).send({ email: owner.headers.uid, password: PASSWORD }),
  );
  expect(status).toBe(401);
  const { authToken, securityEvent } = server.deps.db;
  // The session of the factory.
  expect(await authToken.count({ where: { resource_type: role, resource_id: owner.id } })).toBe(1);
  expect(await securityEvent.count({ where: { kind: 'sign_in', actor: `${role}:${owner.id}` } })).toBe(0);
});
