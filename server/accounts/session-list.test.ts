/** The list of the caller's sessions, and ending them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, truncateAddress } from '#server/auth/origin.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  createPartner,
  createStaff,
  credentialsOf,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Role = 'partner' | 'user';
const create = async (role: Role): Promise<Client> =>
  role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);

async function signIn(role: Role, { headers }: Client) {
  const body = { email: headers.uid, password: PASSWORD };
  const res = await visitor(server).post(`/${role}-auth/sign_in`).set('User-Agent', FIREFOX).send(body).expect(200);
  return as(server, credentialsOf(res, role));
}

describe.each(['partner', 'user'] as const)('%s', (role) => {
  const path = `/${role}-auth/sessions`;
  const sessionsOf = async (client: Client) => (await client.get(path).expect(200)).body.sessions;

  it('shows the browser, the coarse network, and the times of each session', async () => {
    const person = await create(role);
    const firefox = await signIn(role, person);
    const instant = '2026-12-01T15:00:00.000Z';
    expect(await sessionsOf(firefox)).toEqual([
      {
        id: expect.any(Number),
        browser: 'Firefox on Windows',
        network: '127.0.0.x',
        is_current: true,
        created_at: instant,
        last_used_at: instant,
      },
      {
        id: expect.any(Number),
        browser: null,
        network: null,
        is_current: false,
        created_at: instant,
        last_used_at: instant,
      },
    ]);
  });

  it('records the browser of the session that a new password starts, too', async () => {
    const person = await create(role);
    const firefox = await signIn(role, person);
    const password = 'quite another passphrase';
    const change = { password, password_confirmation: password, current_password: PASSWORD };
    const res = await firefox.patch(`/${role}-auth`).set('User-Agent', FIREFOX).send(change).expect(200);
    const [only, ...others] = await sessionsOf(as(server, credentialsOf(res, role)));
    expect(only).toMatchObject({ browser: 'Firefox on Windows', is_current: true });
    expect(others).toEqual([]);
  });

  it('signs out one session, which only its owner can do', async () => {
    const [person, stranger] = [await create(role), await create(role)];
    const firefox = await signIn(role, person);
    const [id] = (await sessionsOf(person)).flatMap((each: { id: number; is_current: boolean }) =>
      each.is_current ? [] : [each.id],
    );
    await stranger.delete(`${path}/${id}`).expect(404);
    await firefox.get(`/${role}-auth/validate_token`).expect(200);
    await person.delete(`${path}/${id}`).expect(204);
    await firefox.get(`/${role}-auth/validate_token`).expect(401);
    await person.delete(`${path}/${id}`).expect(404);
    await person.delete(`${path}/nothing`).expect(404);
  });

  it('signs out everywhere else, and keeps an emailed reset link valid', async () => {
    const [person, stranger] = [await create(role), await create(role)];
    const others = [await signIn(role, person), await signIn(role, person)];
    const redirect_url = `${server.url}/${role}s/password/reset`;
    await visitor(server).post(`/${role}-auth/password`).send({ email: person.headers.uid, redirect_url }).expect(200);
    await server.settle();
    await person.delete(path).expect(204);
    for (const other of others) await other.get(`/${role}-auth/validate_token`).expect(401);
    expect(await sessionsOf(person)).toHaveLength(1);
    await stranger.get(`/${role}-auth/validate_token`).expect(200);
    const [mail] = await server.emailsTo(person.headers.uid!);
    const link = /https?:\/\/\S+reset_password_token=\S+/.exec(mail!.text)![0];
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toContain('access-token=');
  });
});

it('omits staff sessions that ended after half a day without use', async () => {
  const partner = await createPartner(server, { card: null });
  const staff = await createStaff(server);
  await server.deps.db.authToken.updateMany({ data: { last_used_at: new Date('2026-11-30T15:00:00Z') } });
  const [newPartner, newStaff] = [await signIn('partner', partner), await signIn('user', staff)];
  expect((await newPartner.get('/partner-auth/sessions').expect(200)).body.sessions).toHaveLength(2);
  expect((await newStaff.get('/user-auth/sessions').expect(200)).body.sessions).toHaveLength(1);
});

it.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 CriOS/135.0 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/135.0 Safari/537.36 Edg/135.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Safari/537.36',
    'Samsung Internet on Android',
  ],
  [FIREFOX, 'Firefox on Windows'],
  ['curl/8.5.0', null],
  ['', null],
])('names the browser of the user agent %j: %j', (agent, name) => {
  expect(browserOf(agent)).toBe(name);
});

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:12:34::1', '2001:db8:12:x'],
  ['', null],
])('coarsens the address %j to %j', (address, network) => {
  expect(truncateAddress(address)).toBe(network);
});
