/** Staff must set up a required second factor before they can do anything else. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  clientWithKey,
  createPartner,
  createStaff,
  credentialsOf,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';
import { OPERATIONS } from '#shared/api/operations.ts';

const SETUP_REQUIRED = {
  errors: {
    base: ['Set up two-factor authentication under “Your account” to continue.'],
    full_messages: ['Set up two-factor authentication under “Your account” to continue.'],
  },
  code: 'second_factor_required',
};
/** Calls that staff may make before setup: to sign in and out, validate the token, and set up the second factor. */
const ALLOWED_CALLS = [
  'post /api/v1/user-auth/sign_in',
  'get /api/v1/user-auth/sign_in',
  'get /api/v1/user-auth/validate_token',
  'delete /api/v1/user-auth/sign_out',
  'get /api/v1/user-auth/second_factor',
  'post /api/v1/user-auth/second_factor',
  'post /api/v1/user-auth/second_factor/confirm',
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STAFF_SECOND_FACTOR: 'required' } });
});
afterAll(() => server.close());

it('lets staff sign in and validate their token before setup', async () => {
  const staff = await createStaff(server);
  const body = { email: staff.headers.uid, password: PASSWORD };
  const signedIn = await visitor(server).post('/user-auth/sign_in').send(body).expect(200);
  const record = { id: staff.id, uid: staff.headers.uid, email: staff.headers.uid };
  expect(signedIn.body.data).toEqual({ ...record, provider: 'email', name: 'Nora Whitlock', role: 'editor' });
  const valid = await staff.get('/user-auth/validate_token').expect(200);
  expect(valid.body).toEqual({ success: true, data: signedIn.body.data });
});

it('refuses API keys of staff before setup', async () => {
  const staff = await createStaff(server);
  const key = await clientWithKey(server, staff, ['read']);
  expect((await key.get('/promotions').expect(409)).body).toEqual(SETUP_REQUIRED);
});

it('answers every other staff call with 409 and an explanation, regardless of how its path is written', async () => {
  const staff = await createStaff(server, 'admin');
  const refusedCalls = OPERATIONS.filter(
    ({ method, path, access }) =>
      !ALLOWED_CALLS.includes(`${method} ${path}`) &&
      path.startsWith('/api/v1/') &&
      !path.includes('/mail/events') &&
      !path.includes('/stripe/webhook') &&
      !path.endsWith('openapi.json') &&
      access !== undefined,
  );
  expect(refusedCalls.length).toBeGreaterThan(150);
  for (const { method, path } of refusedCalls) {
    const res = await staff[method](path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '1')).send({});
    expect([method, path, res.status, res.body]).toEqual([method, path, 409, SETUP_REQUIRED]);
  }
  for (const path of ['/promotions/', '/User-Auth/sessions', '/user-auth/second_factor/../sessions', '/nowhere'])
    expect((await staff.get(path)).status).toBe(409);
  await staff.delete('/user-auth/sign_out').expect(200);
});

it('accepts other staff calls once the second factor is set up, and refuses them when it is off again', async () => {
  const staff = await createStaff(server);
  const { secret } = (await staff.post('/user-auth/second_factor').send({ current_password: PASSWORD }).expect(200))
    .body;
  await staff.get('/promotions').expect(409);
  const otp = generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) });
  const { body } = await staff.post('/user-auth/second_factor/confirm').send({ otp }).expect(200);
  await staff.get('/promotions').expect(200);
  const proof = { current_password: PASSWORD, otp: body.recovery_codes[0] };
  await staff.post('/user-auth/second_factor/end').send(proof).expect(200);
  await staff.get('/promotions').expect(409);
});

it('lets staff set a new password with an emailed link before setup', async () => {
  const staff = await createStaff(server);
  const redirect_url = `${server.url}/users/password/reset`;
  await visitor(server).post('/user-auth/password').send({ email: staff.headers.uid, redirect_url }).expect(200);
  const [mail] = await server.emailsTo(staff.headers.uid!);
  const opened = await fetch(/http\S+password\/edit\?\S+/.exec(mail!.text)![0], { redirect: 'manual' });
  const link = new URL(opened.headers.get('location')!).searchParams;
  const headers = { 'resource-type': 'user', 'access-token': link.get('token')!, client: link.get('client')! };
  const password = 'quite another passphrase';
  const chosen = await as(server, { ...headers, uid: link.get('uid')! })
    .patch('/user-auth/password')
    .send({ password, password_confirmation: password })
    .expect(200);
  await as(server, credentialsOf(chosen, 'user')).get('/promotions').expect(409);
});

it("doesn't require a second factor of partners", async () => {
  const partner = await createPartner(server, { card: null });
  await partner.get('/promotions').expect(200);
});

it('requires a second factor of staff outside the demo unless configured otherwise', () => {
  const secrets = { APP_SECRET: 'a secret of the tests, long enough', DATABASE_URL: 'postgres://localhost/none' };
  const isRequired = (env: Record<string, string>) =>
    readConfig({ NODE_ENV: 'test', ...secrets, DECKLE_SANDBOX: '1', ...env }).requiresStaffSecondFactor;
  expect(isRequired({})).toBe(true);
  expect(isRequired({ STAFF_SECOND_FACTOR: 'optional' })).toBe(false);
  expect(isRequired({ DECKLE_DEMO: '1' })).toBe(false);
  expect(isRequired({ DECKLE_DEMO: '1', STAFF_SECOND_FACTOR: 'required' })).toBe(true);
});
