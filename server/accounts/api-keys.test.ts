/**
 * API keys: created with proof, shown once, limited to their scopes, and revoked by a new password, address, or second
 * factor.
 */
import { generateSync } from 'otplib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { sessionOf } from '#server/testing/callers.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  as,
  type Client,
  clientWithKey,
  createBook,
  createPartner,
  createStaff,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';
import { API_SCOPES } from '#shared/api-scopes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.clock.set(START));

type Role = 'partner' | 'user';
const createOwner = async (role: Role): Promise<Client & { id: number }> =>
  role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
const NEW_KEY = { name: 'Dashboard', scopes: ['read'], current_password: PASSWORD };
const createKey = async (client: Client, input: object = {}) =>
  (
    await client
      .post('/api_keys')
      .send({ ...NEW_KEY, ...input })
      .expect(201)
  ).body as {
    api_key: { id: number };
    secret: string;
  };
const bearer = (secret: string) => as(server, { authorization: `Bearer ${secret}` });
const listKeys = async (client: Client) => (await client.get('/api_keys').expect(200)).body.api_keys;
const UNKNOWN = { errors: ['This API key is unknown or was revoked. Create another one in your account.'] };
const KEY_NOT_ALLOWED = { errors: ['API keys can’t do this. Use a session.'] };

describe.each(['partner', 'user'] as const)('a key of a %s', (role) => {
  it('is shown once, and stored as a hash', async () => {
    const owner = await createOwner(role);
    const { api_key, secret } = await createKey(owner, {
      name: ' Sales  dashboard ',
      scopes: ['money', 'read', 'read'],
    });
    expect(secret).toMatch(/^dk_[\w-]{32}$/);
    const presented = {
      id: api_key.id,
      name: 'Sales  dashboard',
      scopes: ['read', 'money'],
      last4: secret.slice(-4),
      created_at: '2026-12-01T15:00:00.000Z',
      last_used_at: null,
    };
    expect(api_key).toEqual(presented);
    expect(await listKeys(owner)).toEqual([presented]);
    const { rows } = await server.deps.pool.query('select t::text as row from api_keys t where id = $1', [api_key.id]);
    expect(rows[0].row).not.toContain(secret.slice(3, -4));
    const row = await server.deps.db.apiKey.findUniqueOrThrow({ where: { id: api_key.id } });
    expect(row.secret_hash).toHaveLength(16);
  });

  it('requires the password, which can be tried ten times', async () => {
    const owner = await createOwner(role);
    const attempt = (body: object) => owner.post('/api_keys').send({ name: 'Dashboard', scopes: ['read'], ...body });
    const missing = await attempt({}).expect(422);
    expect(missing.body.errors.current_password).toEqual(["can't be blank"]);
    const wrong = await attempt({ current_password: 'not it' }).expect(422);
    expect(wrong.body.errors.current_password).toEqual(['is invalid']);
    for (let i = 0; i < 8; i++) await attempt({ current_password: 'not it' }).expect(422);
    await attempt({ current_password: PASSWORD }).expect(429);
    expect(await listKeys(owner)).toEqual([]);
  });

  it('requires a code if the account has a second factor', async () => {
    const owner = await createOwner(role);
    const path = `/${role}-auth/second_factor`;
    const { secret } = (await owner.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const epoch = Math.floor(systemClock.now().getTime() / 1000);
    const codeAt = (steps: number) => generateSync({ secret, epoch: epoch + steps * 30 });
    await owner
      .post(`${path}/confirm`)
      .send({ otp: codeAt(-1) })
      .expect(200);
    const missing = await owner.post('/api_keys').send(NEW_KEY).expect(422);
    expect(missing.body.errors.otp).toEqual(["can't be blank"]);
    const wrong = await owner
      .post('/api_keys')
      .send({ ...NEW_KEY, otp: codeAt(-1) })
      .expect(422);
    expect(wrong.body.errors.otp).toEqual(['That code isn’t right. Codes change every 30 seconds and work once.']);
    await createKey(owner, { otp: codeAt(0) });
  });

  it('authenticates a program without session headers, and adds none to the response', async () => {
    const owner = await createOwner(role);
    const { secret } = await createKey(owner);
    const res = await bearer(secret).get('/promotions').expect(200);
    for (const name of ['access-token', 'token-type', 'client', 'expiry', 'uid'])
      expect(res.headers).not.toHaveProperty(name);
    expect(res.headers.vary).toContain('authorization');
    expect(res.headers['cache-control']).toBe('no-store');
  });

  it('takes precedence over session headers', async () => {
    const owner = await createOwner(role);
    const { secret } = await createKey(owner);
    const both = as(server, { ...owner.headers, authorization: `Bearer ${secret}` });
    expect((await both.get('/api_keys').expect(403)).body).toEqual(KEY_NOT_ALLOWED);
    await as(server, { ...owner.headers, authorization: 'Bearer dk_unknown' })
      .get('/promotions')
      .expect(401);
  });

  it('can’t manage keys, sessions, the second factor, or the account', async () => {
    const owner = await createOwner(role);
    const { api_key, secret } = await createKey(owner, { scopes: API_SCOPES });
    const key = bearer(secret);
    const path = `/${role}-auth`;
    for (const call of [
      key.get('/api_keys'),
      key.post('/api_keys').send(NEW_KEY),
      key.delete(`/api_keys/${api_key.id}`),
      key.get(`${path}/sessions`),
      key.delete(`${path}/sessions`),
      key.get(`${path}/second_factor`),
      key.post(`${path}/second_factor`).send({ current_password: PASSWORD }),
    ])
      expect((await call.expect(403)).body).toEqual(KEY_NOT_ALLOWED);
    const password = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
    await key.get(`${path}/validate_token`).expect(401);
    await key.delete(`${path}/sign_out`).expect(404);
    await key.patch(path).send({ name: 'Eve', current_password: PASSWORD }).expect(404);
    await key
      .patch(`${path}/password`)
      .send({ ...password, current_password: PASSWORD })
      .expect(401);
    if (role === 'partner') await key.delete(path).send({ current_password: PASSWORD }).expect(404);
    expect(await listKeys(owner)).toHaveLength(1);
  });

  it('is refused once its owner revokes it, and can’t be revoked from another account', async () => {
    const owner = await createOwner(role);
    const { api_key, secret } = await createKey(owner);
    await (await createOwner(role)).delete(`/api_keys/${api_key.id}`).expect(404);
    await (await createOwner(role === 'partner' ? 'user' : 'partner')).delete(`/api_keys/${api_key.id}`).expect(404);
    await bearer(secret).get('/promotions').expect(200);
    await owner.delete(`/api_keys/${api_key.id}`).expect(204);
    await owner.delete(`/api_keys/${api_key.id}`).expect(404);
    expect((await bearer(secret).get('/promotions').expect(401)).body).toEqual(UNKNOWN);
    expect((await bearer(secret).get('/categories').expect(401)).body).toEqual(UNKNOWN);
    expect(await listKeys(owner)).toEqual([]);
  });

  it('is announced to its owner by email', async () => {
    const owner = await createOwner(role);
    await createKey(owner, { name: 'Never in an email' });
    const [notice] = await server.emailsTo(owner.headers.uid!);
    expect(notice!.subject).toBe('A new API key was created');
    expect(notice!.text).toContain('Programs that have it can use the account until you revoke it.');
    expect(notice!.text).not.toContain('Never in an email');
  });

  it("is in the security log, and in the audit log if it is a staff member's", async () => {
    const owner = await createOwner(role);
    const { api_key } = await createKey(owner);
    await owner.delete(`/api_keys/${api_key.id}`).expect(204);
    const actor = `${role}:${owner.id}`;
    const { securityEvent, auditEvent } = server.deps.db;
    const kinds = (await securityEvent.findMany({ where: { actor }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);
    expect(kinds).toEqual(['api_key_created', 'api_key_revoked']);
    const auditEvents = await auditEvent.findMany({ where: { entity: 'api_key', entity_id: String(api_key.id) } });
    expect(auditEvents.map(({ actor_id, action, after }) => ({ actor_id, action, after }))).toEqual(
      role === 'partner'
        ? []
        : [
            { actor_id: owner.id, action: 'create', after: { name: 'Dashboard', scopes: ['read'] } },
            { actor_id: owner.id, action: 'revoke', after: { revoked: true } },
          ],
    );
  });

  it('is revoked by a new password, whether set in the account or by a reset link', async () => {
    const owner = await createOwner(role);
    const before = await createKey(owner);
    const password = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
    await owner
      .patch(`/${role}-auth`)
      .send({ ...password, current_password: PASSWORD })
      .expect(200);
    await bearer(before.secret).get('/promotions').expect(401);
    const again = as(server, await sessionOf(server, role, owner.headers.uid!));
    const after = await createKey(again, { current_password: password.password });
    const reset = as(server, await sessionOf(server, role, owner.headers.uid!, 'password_reset'));
    await reset.patch(`/${role}-auth/password`).send(password).expect(200);
    await bearer(after.secret).get('/promotions').expect(401);
  });

  it('is revoked by a new address', async () => {
    const owner = await createOwner(role);
    const { secret } = await createKey(owner);
    const email = `moved-${owner.headers.uid}`;
    await owner.patch(`/${role}-auth`).send({ email, current_password: PASSWORD }).expect(200);
    await bearer(secret).get('/promotions').expect(401);
  });

  it('is revoked when the second factor is turned on', async () => {
    const owner = await createOwner(role);
    const { secret: key } = await createKey(owner);
    const path = `/${role}-auth/second_factor`;
    const { secret } = (await owner.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const epoch = Math.floor(systemClock.now().getTime() / 1000);
    await owner
      .post(`${path}/confirm`)
      .send({ otp: generateSync({ secret, epoch }) })
      .expect(200);
    await bearer(key).get('/promotions').expect(401);
  });

  it('isn’t created by a session that a simultaneous password change ends', async () => {
    const owner = await createOwner(role);
    const other = new pg.Client({ connectionString: server.deps.config.DATABASE_URL });
    await other.connect();
    await other.query('begin');
    await other.query('delete from auth_tokens where client = $1', [owner.headers.client]);
    const creating = owner
      .post('/api_keys')
      .send(NEW_KEY)
      .then(({ status }) => status);
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    await other.query('commit');
    await other.end();
    expect(await creating).toBe(401);
    expect(await server.deps.db.apiKey.count({ where: { [`${role}_id`]: owner.id } })).toBe(0);
  });
});

describe('a scope', () => {
  it('allows its calls, and names the missing scope when it refuses others', async () => {
    const partner = await createPartner(server);
    const { id } = await createBook(partner);
    const readKey = await clientWithKey(server, partner, ['read']);
    const bookKey = await clientWithKey(server, partner, ['book']);
    await readKey.get(`/books/${id}`).expect(200);
    const refused = await readKey.patch(`/books/${id}`).send({ subtitle: 'A Mystery' }).expect(403);
    expect(refused.body).toEqual({ errors: ['This API key doesn’t have the scope “book”.'] });
    await bookKey.patch(`/books/${id}`).send({ subtitle: 'A Mystery' }).expect(200);
    expect((await bookKey.get(`/books/${id}`).expect(403)).body).toEqual({
      errors: ['This API key doesn’t have the scope “read”.'],
    });
    await bookKey.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(403);
    const moneyKey = await clientWithKey(server, partner, ['money']);
    await moneyKey.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
  });

  it('gives no right that the owner lacks', async () => {
    const partner = await createPartner(server, { card: null });
    const editor = await createStaff(server);
    const partnerKey = await clientWithKey(server, partner, API_SCOPES);
    const editorKey = await clientWithKey(server, editor, API_SCOPES);
    expect((await partnerKey.get('/newsletters').expect(403)).body).toEqual({ errors: ['Only staff can do this.'] });
    const { id } = await createBook(await createPartner(server, { card: null }));
    await partnerKey.patch(`/books/${id}`).send({ subtitle: 'Mine' }).expect(404);
    await editorKey.post('/promotions/1/refund').send({ reason: 'Wrong price.' }).expect(422);
  });

  it('for reading shows only the partner’s own books', async () => {
    const partner = await createPartner(server, { card: null });
    const { id } = await createBook(partner);
    const key = await clientWithKey(server, partner, ['read']);
    const { books } = (await key.get('/books').expect(200)).body;
    expect(books.map((book: { id: number }) => book.id)).toEqual([id]);
  });
});

describe('a key in use', () => {
  it('records its time of use at most once a minute', async () => {
    const partner = await createPartner(server, { card: null });
    const { secret } = await createKey(partner);
    const useAt = async (instant: string) => {
      server.clock.set(new Date(instant));
      await bearer(secret).get('/promotions').expect(200);
      return (await listKeys(partner))[0].last_used_at;
    };
    expect(await useAt('2026-12-01T15:10:00Z')).toBe('2026-12-01T15:10:00.000Z');
    expect(await useAt('2026-12-01T15:10:59.999Z')).toBe('2026-12-01T15:10:00.000Z');
    expect(await useAt('2026-12-01T15:11:00Z')).toBe('2026-12-01T15:11:00.000Z');
  });

  it('has a separate rate limit', async () => {
    const partner = await createPartner(server, { card: null });
    const [busy, other] = [
      await clientWithKey(server, partner, ['read']),
      await clientWithKey(server, partner, ['read']),
    ];
    const limit = server.deps.limits.apiKeys;
    const { points } = limit;
    expect(points).toBe(600);
    limit.points = 2;
    try {
      await busy.get('/categories').expect(200);
      await busy.get('/promotions').expect(200);
      const refused = await busy.get('/categories').expect(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await other.get('/promotions').expect(200);
      await partner.get('/promotions').expect(200);
    } finally {
      limit.points = points;
    }
  });

  it('is refused with a closed, blocked, or disabled account, and after “Sign out everywhere”', async () => {
    const admin = await createStaff(server, 'admin');
    const [closing, blocked, signedOut] = await Promise.all([1, 2, 3].map(() => createPartner(server, { card: null })));
    const editor = await createStaff(server);
    const keys = await Promise.all([closing!, blocked!, signedOut!, editor].map((owner) => createKey(owner)));
    await closing!.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    await admin.post(`/admin/partners/${blocked!.id}/block`).send({ reason: 'Spam' }).expect(200);
    await admin.post(`/admin/partners/${signedOut!.id}/sign_out`).send({}).expect(200);
    await admin.post(`/admin/staff/${editor.id}/disable`).send({ reason: 'Left' }).expect(200);
    for (const { secret } of keys) await bearer(secret).get('/promotions').expect(401);
    await admin.post(`/admin/partners/${blocked!.id}/unblock`).send({}).expect(200);
    await bearer(keys[1]!.secret).get('/promotions').expect(401);
    expect(await server.deps.db.apiKey.count({ where: { partner_id: closing!.id } })).toBe(0);
  });
});

it('ignores other bearer tokens', async () => {
  const partner = await createPartner(server, { card: null });
  await as(server, { ...partner.headers, authorization: 'Bearer eyJ1aWQiOiJ4In0' })
    .get('/promotions')
    .expect(200);
  await as(server, { authorization: 'Bearer eyJ1aWQiOiJ4In0' }).get('/categories').expect(200);
  await as(server, { authorization: 'bearer dk_unknown' }).get('/categories').expect(401);
});

it('limits an account to twenty keys, even if many are created at the same time', async () => {
  const partner = await createPartner(server, { card: null });
  for (let i = 0; i < 17; i++) await clientWithKey(server, partner, ['read']);
  const sessions = await Promise.all(Array.from({ length: 6 }, () => sessionOf(server, 'partner', partner.email)));
  const responses = await Promise.all(sessions.map((headers) => as(server, headers).post('/api_keys').send(NEW_KEY)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
  expect(responses.find(({ status }) => status === 409)!.body.errors.base).toEqual([
    'You already have 20 API keys, the maximum. Revoke one, then try again.',
  ]);
});

it('doesn’t store a response that has a new key’s secret, even with an Idempotency-Key', async () => {
  const partner = await createPartner(server, { card: null });
  const send = () => partner.post('/api_keys').set('Idempotency-Key', 'twice').send(NEW_KEY).expect(201);
  const [first, second] = [await send(), await send()];
  expect(first.body.secret).not.toBe(second.body.secret);
  expect(await server.deps.db.idempotencyKey.count()).toBe(0);
});

it('refuses an empty name and unknown or missing scopes', async () => {
  const partner = await createPartner(server, { card: null });
  const refused = async (input: object) =>
    (
      await partner
        .post('/api_keys')
        .send({ ...NEW_KEY, ...input })
        .expect(422)
    ).body.errors;
  expect(await refused({ name: ' ' })).toHaveProperty('name');
  expect(await refused({ scopes: [] })).toMatchObject({ scopes: ['must include at least one permission'] });
  expect(Object.keys(await refused({ scopes: ['admin'] }))[0]).toMatch(/^scopes/);
  await visitor(server).post('/api_keys').send(NEW_KEY).expect(401);
});
