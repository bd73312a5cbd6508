/** The welcome email of readers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { visitor } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MAIL_FROM: 'Deckle <deals@example.com>' } });
});
afterAll(() => server.close());

let serial = 0;
const signUp = async (input: object = {}) => {
  const email = `welcome-${++serial}@example.test`;
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [3, 1], ...input })
    .expect(201);
  return { email, token: await tokenTo(email) };
};
const tokenTo = async (email: string) => /confirm\?token=([\w-]+)/.exec((await server.emailsTo(email))[0]!.text)![1]!;
const confirm = async (token: string): Promise<string> =>
  (await visitor(server).post('/readers/confirm').send({ token }).expect(200)).body.reader.uuid;
const welcomes = async (email: string) =>
  (await server.emailsTo(email)).filter(({ subject }) => subject.startsWith('Welcome to Deckle'));
const statusOf = async (uuid: string) => (await visitor(server).get(`/readers/${uuid}`)).body.reader.status;

it('sends the welcome email once, even if the link is opened twice or the reader comes back', async () => {
  const { email, token } = await signUp();
  expect(await welcomes(email)).toEqual([]);
  const [uuid] = await Promise.all([confirm(token), confirm(token)]);
  await confirm(token);
  const [mail, ...others] = await welcomes(email);
  expect(others).toEqual([]);
  expect(mail!.text).toContain(`${server.url}/ebook-deals`);
  expect(mail!.text).toContain(`${server.url}/readers/${uuid}/edit`);
  expect(mail!.text).toContain('add deals@example.com to your contacts');
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  server.clock.set(new Date(server.clock.now().getTime() + 11 * 60_000));
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  await confirm(await tokenTo(email));
  expect(await statusOf(uuid!)).toBe('active');
  expect(await welcomes(email)).toHaveLength(1);
});

it('gives the welcome email a one-click unsubscribe whose key is erased once it’s sent', async () => {
  const { email, token } = await signUp();
  const uuid = await confirm(token);
  const [mail] = await welcomes(email);
  expect(mail!.headers['list-unsubscribe-post']).toContain('List-Unsubscribe=One-Click');
  const [, path] = /<http[^>]*?(\/unsubscribe\/[\w-]+)>/.exec(mail!.headers['list-unsubscribe']!)!;
  await visitor(server).post(path!).send('List-Unsubscribe=One-Click').expect(200);
  expect(await statusOf(uuid)).toBe('unsubscribed');
  const stored = await server.deps.db.mail.findFirstOrThrow({ where: { to: email, template: 'reader_welcome' } });
  expect(JSON.stringify(stored)).not.toContain(uuid);
  expect(JSON.stringify(stored)).not.toContain(path!.split('/').at(-1));
  expect(stored.secrets).toEqual({});
});

it('cancels the welcome email if the reader unsubscribes before it’s sent', async () => {
  const { email, token } = await signUp();
  const uuid = await confirm(token);
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  expect(await welcomes(email)).toEqual([]);
});

it('says in the welcome email how often deals come, and in how many genres if there are many', async () => {
  const daily = await signUp();
  await confirm(daily.token);
  expect((await welcomes(daily.email))[0]!.text).toContain('at most once a day');
  const weekly = await signUp({ frequency: 'weekly' });
  await confirm(weekly.token);
  expect((await welcomes(weekly.email))[0]!.text).toContain('Every Saturday');
  const many = await signUp({ category_ids: [1, 2, 3, 4, 5, 6, 7] });
  await confirm(many.token);
  expect((await welcomes(many.email))[0]!.text.replace(/\s+/g, ' ')).toContain('deals in your 7 genres.');
});
