import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { tablesChangedBy, visitor } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAIL: 'desk@deckle.test' } });
});
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const MESSAGE = 'May a box set run while one of its books is promoted?';
const body = (input: object = {}) => ({
  name: 'Ottilie Brandt',
  email: 'ottilie@example.test',
  message: MESSAGE,
  ...input,
});
const send = (input: object = {}) => visitor(server).post('/contact').send(body(input));

it('emails the message to the support address with its author as Reply-To', async () => {
  const res = await send({ subject: 'Box sets' }).expect(201);
  expect(res.body).toEqual({ message: expect.stringMatching(/^Thanks!/) });
  const [mail] = await server.emailsTo('desk@deckle.test');
  expect(mail).toMatchObject({ subject: 'Contact form: Box sets', to: 'desk@deckle.test' });
  expect(mail!.headers['reply-to']).toContain('ottilie@example.test');
  expect(mail!.text).toContain(MESSAGE);
  expect(mail!.text).toContain('Ottilie Brandt (ottilie@example.test) wrote:');
  // Our copy of the email is erased once it is sent.
  expect(await server.deps.db.mail.findMany({ select: { state: true, props: true } })).toEqual([
    { state: 'sent', props: {} },
  ]);
});

it('names a reply time only if the operator has set one', async () => {
  expect((await send().expect(201)).body.message).toBe('Thanks! We got your message and will reply by email.');
  server.deps.config.operator.reply_time = 'three days';
  expect((await send().expect(201)).body.message).toBe(
    'Thanks! We got your message and will reply by email, usually within three days.',
  );
  server.deps.config.operator.reply_time = null;
});

it('accepts a message without a subject', async () => {
  await send({ subject: ' ' }).expect(201);
  const [mail] = await server.emailsTo('desk@deckle.test');
  expect(mail!.subject).toBe('Contact form: from Ottilie Brandt');
});

it('shows HTML as plain text', async () => {
  await send({ message: '<img src=x onerror=alert(1)> and a word' }).expect(201);
  const [mail] = await server.emailsTo('desk@deckle.test');
  expect(mail!.html).not.toContain('<img');
  expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt; and a word');
});

it.each<[string, object, object]>([
  [
    'an address with a second header',
    { email: 'a@example.test\r\nBcc: all@example.test' },
    { email: expect.any(Array) },
  ],
  ['two addresses', { email: 'a@example.test, b@example.test' }, { email: expect.any(Array) }],
  ['a name with a second header', { name: 'A\r\nBcc: all@example.test' }, { name: ['must be one line'] }],
  ['a subject with a second header', { subject: 'A\nBcc: all@example.test' }, { subject: ['must be one line'] }],
  ['no message', { message: ' ' }, { message: ['is too short (at least 10 characters)'] }],
  ['an invalid address', { email: 'nobody' }, { email: ['isn’t a valid email address'] }],
])('refuses %s', async (_, input, errors) => {
  const changed = await tablesChangedBy(server, async () => {
    const res = await send(input).expect(422);
    expect(res.body.errors).toMatchObject(errors);
  });
  expect(changed).toEqual([]);
});

it('thanks a bot that filled in the hidden field, and drops its message', async () => {
  const changed = await tablesChangedBy(server, async () => {
    const res = await send({ website: 'https://pills.example' }).expect(201);
    expect(res.body.message).toMatch(/^Thanks!/);
  });
  expect(changed).toEqual([]);
});

it('accepts at most twenty messages an hour from one network', async () => {
  for (let i = 0; i < 20; i++) await send({ website: 'x' }).expect(201);
  const changed = await tablesChangedBy(server, async () => {
    const res = await send().expect(429);
    expect(Number(res.headers['retry-after'])).toBeGreaterThan(3000);
  });
  expect(changed).toEqual([]);
});
