/** Password resets through emailed links. */
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '#server/auth/totp.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  createPartner,
  createStaff,
  PASSWORD,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { sendResetLink } from './reset-link.ts';

const LINK_SENT =
  '{"success":true,"message":"If your email address exists in our database, you will receive a password recovery link at your email address in a few minutes."}';
const NEW_PASSWORD = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
const CREDENTIALS = ['access-token', 'token-type', 'client', 'expiry', 'uid'];

let server: TestServer;
let resetPage: string;
beforeAll(async () => {
  server = await startTestServer();
  resetPage = `${server.url}/partners/password/reset`;
});
afterAll(() => server.close());

const forgot = (body: object, role = 'partner') => visitor(server).post(`/${role}-auth/password`).send(body);

async function linkFor(email: string, role = 'partner', redirect_url = resetPage) {
  await forgot({ email, redirect_url }, role).expect(200);
  const [mail] = await server.emailsTo(email);
  return /http:\S+\/password\/edit\?\S+/.exec(mail!.text)![0];
}

/** Query parameters of the link's redirect. */
async function openLink(link: string) {
  const res = await supertest(link).get('').redirects(0).expect(302);
  return new URL(res.headers.location!).searchParams;
}

const headersOf = (query: URLSearchParams, role = 'partner') => ({
  'resource-type': role,
  'access-token': query.get('access-token')!,
  client: query.get('client')!,
  uid: query.get('uid')!,
});

const resetClientFor = async (partner: PartnerClient) =>
  as(server, headersOf(await openLink(await linkFor(partner.email))));

describe('requesting a link', () => {
  it('returns the same bytes for a known and an unknown address, and emails only the known one', async () => {
    const { email } = await createPartner(server, { card: null });
    for (const address of [
      email.toUpperCase(),
      'nobody@example.test',
      'no address',
      'nul\0@example.test',
      'x'.repeat(1000),
    ]) {
      const res = await forgot({ email: address, redirect_url: resetPage });
      expect([res.status, res.text]).toEqual([200, LINK_SENT]);
      expect(CREDENTIALS.filter((name) => name in res.headers)).toEqual([]);
    }
    expect(await server.emailsTo(email)).toHaveLength(1);
    expect(await server.emailsTo('nobody@example.test')).toHaveLength(0);
  });

  it('queues the same work for a known and an unknown address, and looks them up only after responding', async () => {
    const { email } = await createPartner(server, { card: null });
    const { pool } = server.deps;
    await server.settle();
    await pool.query('alter table partners rename to partners_away');
    for (const address of [email, 'nobody@example.test']) {
      const res = await forgot({ email: address, redirect_url: resetPage });
      expect([res.status, res.text]).toEqual([200, LINK_SENT]);
    }
    await pool.query('alter table partners_away rename to partners');
    const { rows } = await pool.query("select name, data from pgboss.job where state = 'created'");
    expect(rows.map(({ name, data }) => [name, Object.keys(data)])).toEqual([
      ['auth.send_reset_link', ['role', 'asked']],
      ['auth.send_reset_link', ['role', 'asked']],
    ]);
    expect(JSON.stringify(rows)).not.toContain('example');
    expect(await server.emailsTo(email)).toHaveLength(1);
    expect(await server.emailsTo('nobody@example.test')).toHaveLength(0);
  });

  it('refuses a missing redirect, a missing address, another origin, and any other page', async () => {
    const { email } = await createPartner(server, { card: null });
    const changed = await tablesChangedBy(server, async () => {
      const refusals: [object, number, string][] = [
        [{ email }, 401, '{"success":false,"errors":["Missing redirect URL."]}'],
        [{ redirect_url: resetPage }, 401, '{"success":false,"errors":["You must provide an email address."]}'],
        [
          { email: ' ', redirect_url: resetPage },
          401,
          '{"success":false,"errors":["You must provide an email address."]}',
        ],
      ];
      const port = Number(new URL(server.url).port);
      for (const url of [
        'https://evil.example/reset',
        `${server.url}.evil.example/`,
        `http://127.0.0.1:${port + 1}/`,
        `https://127.0.0.1:${port}/`,
        `http://deckle@127.0.0.1:${port}/`,
        '/partners/password/reset',
        'javascript:alert(1)',
        `${server.url}/books`,
        `${server.url}/`,
        `${server.url}/users/password/reset`,
        `${resetPage}/`,
        `${server.url}/partners/password\\reset`,
      ])
        refusals.push([
          { email, redirect_url: url },
          422,
          `{"success":false,"errors":["Redirect to '${url.replaceAll('\\', '\\\\')}' not allowed."],"status":"error","data":null}`,
        ]);
      for (const [body, status, text] of refusals) {
        const res = await forgot(body);
        expect([res.status, res.text]).toEqual([status, text]);
      }
    });
    expect(changed).toEqual([]);
  });
});

describe('the emailed link', () => {
  it('redirects with a token valid for fifteen minutes, in every parameter that clients read', async () => {
    const { email } = await createPartner(server, { card: null });
    const res = await supertest(await linkFor(email, 'partner', `${resetPage}?from=mail`))
      .get('')
      .redirects(0);
    expect(res.status).toBe(302);
    const location = new URL(res.headers.location!);
    expect(location.origin + location.pathname).toBe(resetPage);
    const query = Object.fromEntries(location.searchParams);
    expect(query).toEqual({
      from: 'mail',
      'access-token': expect.stringMatching(/^[\w-]{32}$/),
      client: expect.stringMatching(/^[\w-]{22}$/),
      client_id: query.client,
      config: 'default',
      // 2026-12-01T15:15:00Z
      expiry: '1796138100',
      reset_password: 'true',
      token: query['access-token'],
      uid: email,
    });
  });

  it('redirects without a token when it is forged, used, or expired', async () => {
    const partner = await createPartner(server, { card: null });
    const link = new URL(await linkFor(partner.email));
    const redirectOf = async (url: URL | string) => {
      const res = await supertest(String(url)).get('').redirects(0);
      expect(CREDENTIALS.filter((name) => name in res.headers)).toEqual([]);
      return [res.status, res.headers.location];
    };
    for (const token of ['', 'x', `${link.searchParams.get('reset_password_token')}x`, '\0.x', 'a.b']) {
      const forged = new URL(link);
      forged.searchParams.set('reset_password_token', token);
      expect(await redirectOf(forged)).toEqual([302, resetPage]);
    }
    const bare = new URL(link);
    bare.searchParams.delete('reset_password_token');
    expect(await redirectOf(bare)).toEqual([302, resetPage]);
    expect(await redirectOf(link.href.replace('partner-auth', 'user-auth'))).toEqual([404, undefined]);

    server.clock.set(new Date('2026-12-01T21:00:00Z'));
    expect(await redirectOf(link)).toEqual([302, resetPage]);
    server.clock.set(START);
    const reset = as(server, headersOf(await openLink(link.href)));
    await reset.patch('/partner-auth/password').send(NEW_PASSWORD).expect(200);
    expect(await redirectOf(link)).toEqual([302, resetPage]);
  });

  it('answers 404 without an allowed redirect, and shows people an explanation', async () => {
    const { email } = await createPartner(server, { card: null });
    const foreign = new URL(await linkFor(email));
    foreign.searchParams.set('redirect_url', 'https://evil.example/');
    const truncated = new URL(foreign);
    truncated.searchParams.delete('redirect_url');
    for (const url of [foreign, truncated]) {
      const res = await supertest(url.href).get('').redirects(0);
      expect([res.status, res.text]).toEqual([404, '{}']);
      const page = await supertest(url.href).get('').set('Accept', 'text/html,*/*;q=0.8').redirects(0);
      expect([page.status, page.type]).toEqual([404, 'text/html']);
      expect(page.text).toContain('<h1>This link is incomplete</h1>');
      expect(page.text).toContain('href="/partners/password/forgot"');
    }
  });
});

describe('repeated requests', () => {
  it('send nothing within five minutes, and the emailed link keeps working', async () => {
    const { email } = await createPartner(server, { card: null });
    const link = await linkFor(email);
    for (let i = 0; i < 10; i++) await forgot({ email, redirect_url: resetPage }).expect(200);
    server.clock.set(new Date('2026-12-01T15:04:59.999Z'));
    await forgot({ email, redirect_url: resetPage }).expect(200);
    expect(await server.emailsTo(email)).toHaveLength(1);
    await openLink(link);
    server.clock.set(START);
  });

  it('leave only the newest link valid', async () => {
    const { email } = await createPartner(server, { card: null });
    const old = await linkFor(email);
    server.clock.set(new Date('2026-12-01T15:05:00Z'));
    const newest = await linkFor(email);
    expect((await openLink(newest)).get('uid')).toBe(email);
    expect((await openLink(old)).get('uid')).toBeNull();
    server.clock.set(START);
  });

  it('made at the same time send one email', async () => {
    const { email } = await createPartner(server, { card: null });
    const job = {
      role: 'partner',
      asked: seal(server.deps.config.appSecret, JSON.stringify({ email, redirect_url: resetPage }), 'asked reset'),
    } as const;
    await Promise.all(Array.from({ length: 5 }, () => sendResetLink(server.deps, job)));
    expect(await server.emailsTo(email)).toHaveLength(1);
  });

  it('for an invitation invalidate the earlier invitation', async () => {
    const admin = await createStaff(server, 'admin');
    const person = { uid: 'invited@example.test', name: 'Ned Marsh', role: 'editor' };
    const { id } = (await admin.post('/admin/staff').send(person).expect(201)).body.user;
    const linkIn = ({ text }: { text: string }) => /http:\S+\/password\/edit\?\S+/.exec(text)![0];
    const first = linkIn((await server.emailsTo(person.uid))[0]!);
    expect((await openLink(first)).get('uid')).toBe(person.uid);
    await admin.post(`/admin/staff/${id}/invite_again`).send({}).expect(200);
    const second = (await server.emailsTo(person.uid)).map(linkIn).find((link) => link !== first)!;
    expect((await openLink(second)).get('uid')).toBe(person.uid);
    expect((await openLink(first)).get('uid')).toBeNull();
  });
});

describe('links in a mailbox that the account no longer uses', () => {
  it('stop working when the address changes, and so do the tokens from opening them', async () => {
    const partner = await createPartner(server, { card: null });
    const link = await linkFor(partner.email);
    const linkParameters = await openLink(await linkFor(partner.email));
    const email = `moved-${partner.email}`;
    await partner.patch('/partner-auth').send({ name: 'Ada Q.' }).expect(200);
    await supertest(link).get('').redirects(0).expect(302);
    await partner.patch('/partner-auth').send({ email, current_password: PASSWORD }).expect(200);
    expect((await openLink(link)).get('uid')).toBeNull();
    const reset = as(server, { ...headersOf(linkParameters), uid: email });
    await reset.patch('/partner-auth/password').send(NEW_PASSWORD).expect(401);
    const moved = as(server, { ...partner.headers, uid: email });
    await moved.get('/credit_cards').expect(200);
  });
});

describe('the new password', () => {
  it('is set, ends every other session, and starts a new one', async () => {
    const partner = await createPartner(server, { card: null });
    const reset = await resetClientFor(partner);
    const res = await reset.patch('/partner-auth/password').send(NEW_PASSWORD).expect(200);
    expect(res.body).toEqual({
      success: true,
      data: expect.objectContaining({ id: partner.id, uid: partner.email, created_at: expect.any(String) }),
      message: 'Your password has been successfully updated.',
    });
    const headers = Object.fromEntries(CREDENTIALS.map((name) => [name, res.headers[name]!]));
    expect(headers).toMatchObject({ 'token-type': 'Bearer', expiry: '1797346800', uid: partner.email });
    await as(server, { ...headers, 'resource-type': 'partner' })
      .get('/credit_cards')
      .expect(200);
    await partner.get('/credit_cards').expect(401);
    const signIn = (password: string) =>
      visitor(server).post('/partner-auth/sign_in').send({ email: partner.email, password });
    await signIn(PASSWORD).expect(401);
    await signIn(NEW_PASSWORD.password).expect(200);
  });

  it('is set by only one of twenty simultaneous requests with the same token', async () => {
    const partner = await createPartner(server, { card: null });
    const reset = await resetClientFor(partner);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => reset.put('/partner-auth/password').send(NEW_PASSWORD)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, text } of responses.filter((res) => res.status !== 200))
      expect([status, text]).toEqual([401, '{"success":false,"errors":["Unauthorized"]}']);
    expect(await server.deps.db.authToken.count({ where: { resource_type: 'partner', resource_id: partner.id } })).toBe(
      1,
    );
  });

  it("must be long enough and match its confirmation; a refusal doesn't use up the token", async () => {
    const partner = await createPartner(server, { card: null });
    const reset = await resetClientFor(partner);
    const unfilled =
      '{"success":false,"errors":["You must fill out the fields labeled \'Password\' and \'Password confirmation\'."]}';
    const refusals: [object, string][] = [
      [{}, unfilled],
      [{ password: NEW_PASSWORD.password }, unfilled],
      [{ password: ['x'], password_confirmation: ['x'] }, unfilled],
      [
        { password: 'seven77', password_confirmation: 'seven77' },
        '{"success":false,"errors":{"password":["is too short (minimum is 8 characters)"],"full_messages":["Password is too short (minimum is 8 characters)"]}}',
      ],
      [
        { ...NEW_PASSWORD, password_confirmation: 'something else' },
        '{"success":false,"errors":{"password_confirmation":["doesn\'t match Password"],"full_messages":["Password confirmation doesn\'t match Password"]}}',
      ],
    ];
    const changed = await tablesChangedBy(server, async () => {
      for (const [body, text] of refusals) {
        const res = await reset.patch('/partner-auth/password').send(body);
        expect([res.status, res.text]).toEqual([422, text]);
        expect(CREDENTIALS.filter((name) => name in res.headers)).toEqual([]);
      }
    });
    expect(changed).toEqual([]);
    await reset.patch('/partner-auth/password').send(NEW_PASSWORD).expect(200);
  });

  it('is refused without a token, with one of the other role, and once fifteen minutes have passed', async () => {
    const unauthorized = '{"success":false,"errors":["Unauthorized"]}';
    const partner = await createPartner(server, { card: null });
    const expiring = await resetClientFor(partner);
    const valid = await resetClientFor(partner);
    const asStaff = as(server, { ...expiring.headers, 'resource-type': 'user' });
    for (const [client, role] of [
      [visitor(server), 'partner'],
      [asStaff, 'user'],
      [asStaff, 'partner'],
      [expiring, 'user'],
    ] as const) {
      const res = await client.patch(`/${role}-auth/password`).send(NEW_PASSWORD);
      expect([res.status, res.text]).toEqual([401, unauthorized]);
    }
    server.clock.set(new Date('2026-12-01T15:15:00.000Z'));
    expect((await expiring.patch('/partner-auth/password').send(NEW_PASSWORD)).text).toBe(unauthorized);
    server.clock.set(new Date('2026-12-01T15:14:59.999Z'));
    await valid.patch('/partner-auth/password').send(NEW_PASSWORD).expect(200);
    server.clock.set(START);
  });

  it('is the only thing the token can change', async () => {
    const partner = await createPartner(server);
    const reset = await resetClientFor(partner);
    const signIn = '{"errors":["You need to sign in or sign up before continuing."]}';
    for (const path of ['/credit_cards', '/promotions', '/invoices']) {
      const res = await reset.get(path);
      expect([res.status, res.text]).toEqual([401, signIn]);
    }
    await reset.get('/partner-auth/validate_token').expect(401);
    await reset.patch('/partner-auth').send({ name: 'Eve' }).expect(404);
    await reset.delete('/partner-auth').expect(404);
    await reset.delete('/partner-auth/sign_out').expect(404);
  });

  it('works the same for staff', async () => {
    const staff = await createStaff(server);
    const { uid } = staff.headers;
    const query = await openLink(await linkFor(uid!, 'user', `${server.url}/users/password/reset`));
    await as(server, headersOf(query, 'user')).patch('/user-auth/password').send(NEW_PASSWORD).expect(200);
    await staff.get('/newsletters').expect(401);
    await visitor(server).post('/user-auth/sign_in').send({ email: uid, password: NEW_PASSWORD.password }).expect(200);
  });
});
