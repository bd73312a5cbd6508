/** Exact authentication responses, for partners and users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Headers, sessionOf } from '#server/testing/callers.ts';
import { createStaff, insertPartners, PASSWORD } from '#server/testing/factories.ts';
import { createSender, type Sender } from '../scripts/calls/sender.ts';

const CREDENTIALS = ['access-token', 'token-type', 'client', 'expiry', 'uid'];
/** 2026-12-15T15:00:00Z, fourteen days after the test clock starts. */
const EXPIRY = '1797346800';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const NEW_PASSWORD = 'quite another passphrase';

let server: TestServer;
let sender: Sender;
beforeAll(async () => {
  server = await startTestServer();
  sender = createSender(server.url);
});
afterAll(async () => {
  sender.close();
  await server.close();
});

type Role = 'partner' | 'user';
type Line = [method: string, path: string, body: unknown, status: number, text: string];

/** Requests refused without a session of the role. */
const REFUSED_WITHOUT_SESSION: Line[] = [
  [
    'POST',
    '/sign_in',
    { email: 'eve@example.test', password: 'x' },
    401,
    '{"success":false,"errors":["Invalid login credentials. Please try again."]}',
  ],
  ['POST', '/sign_in', undefined, 401, '{"success":false,"errors":["Invalid login credentials. Please try again."]}'],
  [
    'GET',
    '/sign_in',
    undefined,
    405,
    '{"success":false,"errors":["Use POST /sign_in to sign in. GET is not supported."]}',
  ],
  ['GET', '/validate_token', undefined, 401, '{"success":false,"errors":["Invalid login credentials"]}'],
  ['DELETE', '/sign_out', undefined, 404, '{"success":false,"errors":["User was not found or was not logged in."]}'],
  ['POST', '/password', { email: 'eve@example.test' }, 401, '{"success":false,"errors":["Missing redirect URL."]}'],
  [
    'POST',
    '/password',
    { redirect_url: 'https://evil.example/' },
    401,
    '{"success":false,"errors":["You must provide an email address."]}',
  ],
  [
    'POST',
    '/password',
    { email: 'eve@example.test', redirect_url: 'https://evil.example/' },
    422,
    '{"success":false,"errors":["Redirect to \'https://evil.example/\' not allowed."],"status":"error","data":null}',
  ],
  ['GET', '/password/edit', undefined, 404, '{}'],
  [
    'PATCH',
    '/password',
    { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
    401,
    '{"success":false,"errors":["Unauthorized"]}',
  ],
  [
    'PUT',
    '/password',
    { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
    401,
    '{"success":false,"errors":["Unauthorized"]}',
  ],
  ['PATCH', '', { name: 'Eve' }, 404, '{"success":false,"errors":["User not found."],"status":"error"}'],
  ['PUT', '', { name: 'Eve' }, 404, '{"success":false,"errors":["User not found."],"status":"error"}'],
];

/** Requests refused despite a session of the role. */
const REFUSED_WITH_SESSION: Line[] = [
  [
    'PATCH',
    '/password',
    {},
    422,
    '{"success":false,"errors":["You must fill out the fields labeled \'Password\' and \'Password confirmation\'."]}',
  ],
  [
    'PUT',
    '/password',
    { password: NEW_PASSWORD, password_confirmation: 'another' },
    422,
    '{"success":false,"errors":{"password_confirmation":["doesn\'t match Password"],"full_messages":["Password confirmation doesn\'t match Password"]}}',
  ],
  [
    'PATCH',
    '',
    {},
    422,
    '{"success":false,"errors":["Please submit proper account update data in request body."],"status":"error"}',
  ],
  [
    'PUT',
    '',
    { id: 7 },
    422,
    '{"success":false,"errors":["Please submit proper account update data in request body."],"status":"error"}',
  ],
  [
    'PATCH',
    '',
    { name: ' ' },
    422,
    '{"status":"error","errors":{"name":["can\'t be blank"],"full_messages":["Name can\'t be blank"]}}',
  ],
];

/** Requests that only partners can make, refused without a session: signing up and closing the account. */
const PARTNER_REQUESTS: Line[] = [
  [
    'POST',
    '',
    {},
    422,
    '{"success":false,"errors":["Please submit proper sign up data in request body."],"status":"error"}',
  ],
  [
    'DELETE',
    '',
    undefined,
    404,
    '{"success":false,"errors":["Unable to locate account for destruction."],"status":"error"}',
  ],
];

const authPath = (role: Role, path: string) => `/api/v1/${role}-auth${path}`;
const sendLine = (role: Role, [method, path, body]: Line | [string, string, unknown], headers: Headers = {}) =>
  sender.send({ method, path: authPath(role, path), headers: { 'resource-type': role, ...headers }, body });
const sessionHeadersIn = (headers: object) => CREDENTIALS.filter((name) => name in headers);

async function signInNewAccount(role: Role): Promise<{ id: number; uid: string; headers: Headers }> {
  if (role === 'partner') {
    const [partner] = await insertPartners(server, 1);
    return { id: partner!.id, uid: partner!.email, headers: partner!.headers };
  }
  const staff = await createStaff(server);
  return { id: staff.id, uid: staff.headers.uid!, headers: staff.headers };
}

const recordOf = (role: Role, { id, uid }: { id: number; uid: string }) => ({
  id,
  provider: 'email',
  uid,
  email: uid,
  ...(role === 'user'
    ? { name: 'Nora Whitlock', role: 'editor' }
    : {
        name: 'Ada Quill',
        partner_type: 'author',
        website: null,
        billing_name: null,
        tax_number: null,
        country: null,
        subscribe_me: false,
        referral_code: expect.any(String),
        credit_cents: 0,
        reminder_emails: true,
        recapture_emails: true,
      }),
});

describe.each(['partner', 'user'] as const)('%s-auth', (role) => {
  it.each([...REFUSED_WITHOUT_SESSION, ...(role === 'partner' ? PARTNER_REQUESTS : [])])(
    '%s %j with %j gets %i without a session',
    async (...line) => {
      const reply = await sendLine(role, line);
      expect([reply.status, reply.type, reply.text]).toEqual([line[3], 'application/json', line[4]]);
      expect(sessionHeadersIn(reply.headers)).toEqual([]);
    },
  );

  it.each(REFUSED_WITH_SESSION)('%s %j with %j gets %i with a session', async (...line) => {
    const { headers } = await signInNewAccount(role);
    const reply = await sendLine(role, line, headers);
    expect([reply.status, reply.text]).toEqual([line[3], line[4]]);
    expect(sessionHeadersIn(reply.headers)).toEqual([]);
  });

  it('validates a session, changes the account, and signs out', async () => {
    const person = await signInNewAccount(role);
    const valid = await sendLine(role, ['GET', '/validate_token', undefined], person.headers);
    expect([valid.status, valid.body]).toEqual([200, { success: true, data: recordOf(role, person) }]);
    expect(sessionHeadersIn(valid.headers)).toEqual(CREDENTIALS);
    expect(valid.headers).toMatchObject({ 'token-type': 'Bearer', expiry: EXPIRY, uid: person.uid });
    const changed = await sendLine(role, ['PUT', '', { name: 'Ada Q.' }], person.headers);
    const fullRecord = { ...recordOf(role, person), name: 'Ada Q.', created_at: INSTANT, updated_at: INSTANT };
    expect([changed.status, changed.body]).toEqual([200, { status: 'success', data: fullRecord }]);
    expect(sessionHeadersIn(changed.headers)).toEqual(CREDENTIALS);
    const signOut = await sendLine(role, ['DELETE', '/sign_out', undefined], person.headers);
    expect([signOut.status, signOut.text, sessionHeadersIn(signOut.headers)]).toEqual([200, '{"success":true}', []]);
  });

  it('sets a password once per emailed token, however many requests use it at the same time', async () => {
    const person = await signInNewAccount(role);
    const token = await sessionOf(server, role, person.uid, 'password_reset');
    const use = () =>
      sendLine(role, ['PATCH', '/password', { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }], token);
    const replies = await Promise.all(Array.from({ length: 100 }, use));
    const [success, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(success!.body).toEqual({
      success: true,
      data: { ...recordOf(role, person), created_at: INSTANT, updated_at: INSTANT },
      message: 'Your password has been successfully updated.',
    });
    expect(sessionHeadersIn(success!.headers)).toEqual(CREDENTIALS);
    const others = new Set(replies.filter((reply) => reply !== success).map(({ status, text }) => `${status} ${text}`));
    expect([...others]).toEqual(['401 {"success":false,"errors":["Unauthorized"]}']);
    const signIn = (password: string) => sendLine(role, ['POST', '/sign_in', { email: person.uid, password }]);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).body).toEqual({ data: recordOf(role, person) });
  });
});

it('lets users neither sign up nor close their account', async () => {
  for (const method of ['POST', 'DELETE']) {
    const reply = await sendLine('user', [
      method,
      '',
      { email: 'eve@example.test', password: NEW_PASSWORD, name: 'Eve' },
    ]);
    expect([reply.status, reply.headers.allow]).toEqual([405, 'PATCH, PUT']);
  }
});
