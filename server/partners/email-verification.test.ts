/** Verification of a partner's address: with a button, again after each change, and required before approval. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  credentialsOf,
  PASSWORD,
  promotionInput,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let serial = 0;
async function signUp(): Promise<Client & { email: string }> {
  const email = `new-${++serial}@example.test`;
  const account = { email, name: 'Ada Quill', password: PASSWORD, password_confirmation: PASSWORD };
  const res = await visitor(server).post('/partner-auth').send(account).expect(200);
  return { ...as(server, credentialsOf(res, 'partner')), email };
}

async function tokensTo(address: string) {
  const mails = await server.emailsTo(address);
  return mails.flatMap(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}
const verify = (token: string | undefined) => visitor(server).post('/partners/verify_email').send({ token });
const stateOf = async (partner: Client) =>
  (await partner.get('/partners/email_verification').expect(200)).body.email_verification;

async function submitPromotion(partner: Client) {
  await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
  const { id } = await createBook(partner);
  const { body } = await partner.post('/promotions').send(promotionInput(server, id)).expect(201);
  return body.promotion.id as number;
}

const welcomeEmailsTo = async (address: string) =>
  (await server.emailsTo(address)).filter(({ subject }) => subject.startsWith('Welcome to Deckle'));

it('welcomes a new account once, when its address is verified', async () => {
  const partner = await signUp();
  const [token] = await tokensTo(partner.email);
  expect(await welcomeEmailsTo(partner.email)).toEqual([]);
  await Promise.all([verify(token), verify(token)]);
  await verify(token).expect(200);
  const [mail, ...others] = await welcomeEmailsTo(partner.email);
  expect(others).toEqual([]);
  expect(mail!.text).toContain('Hi Ada Quill,');
  expect(mail!.text).toContain(`${server.url}/partners/books/new`);

  const email = `moved-${partner.email}`;
  await partner.patch('/partner-auth').send({ email, current_password: PASSWORD }).expect(200);
  await verify((await tokensTo(email))[0]).expect(200);
  expect(await welcomeEmailsTo(email)).toEqual([]);
});

it("doesn't welcome an account older than a month", async () => {
  const partner = await signUp();
  await server.deps.db.partner.updateMany({
    where: { uid: partner.email },
    data: { created_at: new Date('2026-10-01') },
  });
  await verify((await tokensTo(partner.email))[0]).expect(200);
  expect(await welcomeEmailsTo(partner.email)).toEqual([]);
});

it('allows booking before the address is verified, and approval only afterwards', async () => {
  const partner = await signUp();
  const staff = await createStaff(server);
  const id = await submitPromotion(partner);
  const shown = await staff.get(`/promotions/${id}?joins=partner`).expect(200);
  expect(shown.body.promotion.partner.is_email_verified).toBe(false);
  const refused = await staff.post(`/promotions/${id}/approve`).send({}).expect(409);
  expect(refused.body.code).toBe('email_not_verified');
  expect(refused.body.errors.base).toEqual([
    'The partner hasn’t verified their email address, so this promotion can’t be approved yet. They can request a new verification link on any page while signed in.',
  ]);
  expect(refused.body.promotion.display_status).toBe('awaiting review');

  const [token] = await tokensTo(partner.email);
  await verify(token).expect(200);
  expect(await stateOf(partner)).toEqual({ email: partner.email, verified_at: '2026-12-01T15:00:00.000Z' });
  await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
});

it('verifies when the button is pressed, not when the page is opened', async () => {
  const partner = await signUp();
  const [token] = await tokensTo(partner.email);
  await fetch(`${server.url}/partners/verify-email?token=${token}`);
  expect((await stateOf(partner)).verified_at).toBeNull();
  const form = await fetch(`${server.url}/partners/verify-email?token=${token}`, {
    method: 'POST',
    redirect: 'manual',
  });
  expect(form.headers.get('location')).toBe(`/partners/verify-email?token=${token}&sent=done`);
  expect((await stateOf(partner)).verified_at).not.toBeNull();
});

it('accepts the button a second time, and refuses an unknown or expired link', async () => {
  const partner = await signUp();
  const [token] = await tokensTo(partner.email);
  await server.deps.db.partner.updateMany({
    where: { uid: partner.email },
    data: { verification_sent_at: new Date('2026-11-24T14:59:59Z') },
  });
  const old = await verify(token).expect(422);
  expect(old.body.errors.token).toEqual(['This link doesn’t work anymore. Sign in to get a new one.']);
  await verify('nobody-was-sent-this').expect(422);
  await partner.post('/partners/email_verification').expect(200);
  const newToken = (await tokensTo(partner.email)).find((each) => each !== token);
  await verify(newToken).expect(200);
  await verify(newToken).expect(200);
});

it('sends a new link on request, which replaces the previous one, until the address is verified', async () => {
  const partner = await signUp();
  const [first] = await tokensTo(partner.email);
  const again = await partner.post('/partners/email_verification').expect(200);
  expect(again.body.email_verification).toEqual({ email: partner.email, verified_at: null });
  const second = (await tokensTo(partner.email)).find((token) => token !== first);
  await verify(first).expect(422);
  await verify(second).expect(200);
  const refused = await partner.post('/partners/email_verification').expect(409);
  expect(refused.body.errors.base).toEqual(['This address is already verified. There’s nothing left to do.']);
});

it('limits how many emails to unverified addresses one account can trigger', async () => {
  const partner = await signUp();
  for (let i = 0; i < 5; i++) await partner.post('/partners/email_verification').expect(200);
  const change = { email: `elsewhere-${partner.email}`, current_password: PASSWORD };
  const res = await partner.patch('/partner-auth').send(change).expect(200);
  await as(server, credentialsOf(res, 'partner')).post('/partners/email_verification').expect(429);
});

it('limits how many emails one mailbox gets, even from accounts that are opened and closed with it', async () => {
  const account = {
    email: 'Victim@example.test',
    name: 'Ada Quill',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  };
  const signUpWith = (email = account.email) =>
    visitor(server)
      .post('/partner-auth')
      .send({ ...account, email });
  const close = (client: Client) => client.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  for (let i = 0; i < 5; i++) await close(as(server, credentialsOf(await signUpWith().expect(200), 'partner')));
  const partner = as(server, credentialsOf(await signUpWith('victim@EXAMPLE.test').expect(200), 'partner'));
  await partner.post('/partners/email_verification').expect(429);
  await close(partner);
  await signUpWith().expect(429);
});

it("doesn't count attempts to use a taken address toward its owner's limit", async () => {
  const owner = await signUp();
  const account = { email: owner.email, name: 'Eve', password: PASSWORD, password_confirmation: PASSWORD };
  const thief = await signUp();
  for (let i = 0; i < 6; i++) await visitor(server).post('/partner-auth').send(account).expect(422);
  for (let i = 0; i < 5; i++)
    await thief.patch('/partner-auth').send({ email: owner.email, current_password: PASSWORD }).expect(422);
  await owner.post('/partners/email_verification').expect(200);
});

it("asks again when the address changes, and refuses the old address's link", async () => {
  const partner = await signUp();
  const [old] = await tokensTo(partner.email);
  const email = `moved-${partner.email}`;
  const res = await partner.patch('/partner-auth').send({ email, current_password: PASSWORD }).expect(200);
  const moved = as(server, credentialsOf(res, 'partner'));
  await verify(old).expect(422);
  expect(await stateOf(moved)).toEqual({ email, verified_at: null });
  const [newToken] = await tokensTo(email);
  await verify(newToken).expect(200);
  expect((await stateOf(moved)).verified_at).not.toBeNull();
});

it('blocks the next approval when a verified partner changes the address', async () => {
  const { id, partner } = await createPromotion(server);
  const staff = await createStaff(server);
  await partner
    .patch('/partner-auth')
    .send({ email: `away-${partner.email}`, current_password: PASSWORD })
    .expect(200);
  await staff.post(`/promotions/${id}/approve`).send({}).expect(409);
});

it("leaves the token out of the export and the sent email's row", async () => {
  const partner = await signUp();
  const [token] = await tokensTo(partner.email);
  const { text } = await partner.get('/partners/export').expect(200);
  expect(text).not.toContain('verification_hash');
  expect(text).not.toContain(token);
  const rows = await server.deps.db.mail.findMany({ where: { to: partner.email } });
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('treats a partner inserted without a time of verification as verified', async () => {
  const partner = await createPartner(server, { card: null });
  await server.deps.pool.query(
    `insert into partners (uid, name, encrypted_password, referral_code) values ('earlier@example.test', 'Ida Marsh', 'none', 'earlier')`,
  );
  const earlier = await server.deps.db.partner.findUniqueOrThrow({ where: { uid: 'earlier@example.test' } });
  expect(earlier.email_verified_at).not.toBeNull();
  expect((await stateOf(partner)).verified_at).not.toBeNull();
});
