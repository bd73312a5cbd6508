/** The responses of /partner-auth, in the wire format of devise_token_auth. */

import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import {
  as,
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  credentialsOf,
  PASSWORD,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

/** 2026-12-15T15:00:00Z, fourteen days after the test clock starts. */
const EXPIRY = '1797346800';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const CREDENTIALS = ['access-token', 'token-type', 'client', 'expiry', 'uid'];
const sessionHeadersIn = (res: Response) => CREDENTIALS.filter((name) => name in res.headers);

function expectCredentials(res: Response, uid: string) {
  expect(res.headers).toMatchObject({
    'access-token': expect.stringMatching(/^[\w-]{32}$/),
    'token-type': 'Bearer',
    client: expect.stringMatching(/^[\w-]{22}$/),
    expiry: EXPIRY,
    uid,
    'cache-control': 'no-store',
    vary: expect.stringMatching(/resource-type, access-token, client, uid/),
  });
}

/** Also checks that a failure carries no credentials. */
function expectFailure(res: Response, status: number, text: string) {
  expect([res.status, res.text]).toEqual([status, text]);
  expect(sessionHeadersIn(res)).toEqual([]);
}

const recordOf = (id: number, email: string) => ({
  id,
  provider: 'email',
  uid: email,
  email,
  name: 'Ada Quill',
  partner_type: 'author',
  website: null,
  billing_name: null,
  tax_number: null,
  country: null,
  subscribe_me: false,
  referral_code: expect.stringMatching(/^[a-z0-9]{8}$/),
  credit_cents: 0,
  reminder_emails: true,
  recapture_emails: true,
});
const fullRecordOf = (id: number, email: string) => ({
  ...recordOf(id, email),
  created_at: INSTANT,
  updated_at: INSTANT,
});

const signUp = (fields: object = {}) =>
  visitor(server)
    .post('/partner-auth')
    .send({
      email: 'new@example.test',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      name: 'Ada Quill',
      ...fields,
    });

describe('sign-up', () => {
  it('answers with the whole record and the credentials', async () => {
    const res = await signUp({ email: 'First@Example.test' }).expect(200);
    expect(res.body).toEqual({ status: 'success', data: fullRecordOf(res.body.data.id, 'first@example.test') });
    expectCredentials(res, 'first@example.test');
    await as(server, credentialsOf(res, 'partner')).get('/partner-auth/validate_token').expect(200);
  });

  it('refuses a taken address regardless of case, and a password whose confirmation differs', async () => {
    await signUp({ email: 'taken@example.test' }).expect(200);
    const unsaved = {
      ...recordOf(0, 'TAKEN@example.test'),
      id: null,
      referral_code: '',
      created_at: null,
      updated_at: null,
    };
    const changed = await tablesChangedBy(server, async () => {
      const taken = await signUp({ email: 'TAKEN@example.test' }).expect(422);
      expect(taken.body).toEqual({
        status: 'error',
        data: unsaved,
        errors: { email: ['has already been taken'], full_messages: ['Email has already been taken'] },
      });
      expect(sessionHeadersIn(taken)).toEqual([]);
      const submitted = { partner_type: 'publisher', password_confirmation: 'another passphrase' };
      const differs = await signUp(submitted).expect(422);
      expect(differs.body.data.partner_type).toBe('publisher');
      expect(differs.body.errors).toEqual({
        password_confirmation: ["doesn't match Password"],
        full_messages: ["Password confirmation doesn't match Password"],
      });
    });
    expect(changed).toEqual([]);
  });

  it('reports the problems of each field', async () => {
    const short = await signUp({ password: 'seven77', password_confirmation: 'seven77' }).expect(422);
    expect(short.body.errors.full_messages).toEqual(['Password is too short (minimum is 8 characters)']);
    const common = await signUp({ password: 'password123', password_confirmation: 'password123' }).expect(422);
    expect(common.body.errors.password).toEqual(['is one of the most common passwords; please choose another']);
    const long = 'ä and ö '.repeat(40);
    const tooLong = await signUp({ password: long, password_confirmation: long }).expect(422);
    expect(tooLong.body.errors.password).toEqual(['is too long (maximum is 256 characters)']);
    const several = await signUp({ email: 'no address', name: ' ', country: 'CAN' }).expect(422);
    expect(several.body.errors).toEqual({
      email: ['isn’t a valid email address'],
      name: ["can't be blank"],
      country: ['is too long (at most 2 characters)'],
      full_messages: [
        'Email isn’t a valid email address',
        "Name can't be blank",
        'Country is too long (at most 2 characters)',
      ],
    });
  });

  it('refuses an empty body', async () => {
    const text = '{"success":false,"errors":["Please submit proper sign up data in request body."],"status":"error"}';
    expectFailure(await visitor(server).post('/partner-auth'), 422, text);
    expectFailure(await visitor(server).post('/partner-auth').send({ id: 7, credit_cents: 5000 }), 422, text);
  });

  it('records the referrer, by code or by id, and drops fields that the partner may not set', async () => {
    const { body } = await signUp({ email: 'referrer@example.test' }).expect(200);
    const { id, referral_code } = body.data;
    const referrers: unknown[] = [];
    for (const referrer_id of [referral_code.toUpperCase(), String(id), id, 'nobody', '2147483648', 1.5, '\0', null]) {
      const email = `referred-${referrers.length}@example.test`;
      const res = await signUp({ email, referrer_id, utm_source: 'spring', credit_cents: 9999, deleted_at: null });
      expect([res.status, res.body.data.credit_cents]).toEqual([200, 0]);
      const row = await server.deps.db.partner.findUniqueOrThrow({ where: { id: res.body.data.id } });
      referrers.push(row.referrer_id);
      expect(row.utm_source).toBe('spring');
    }
    expect(referrers).toEqual([id, id, id, null, null, null, null, null]);
  });
});

describe('sign-in', () => {
  it('answers with the record without timestamps, and the credentials', async () => {
    const partner = await createPartner(server, { card: null });
    const res = await visitor(server)
      .post('/partner-auth/sign_in')
      .send({ email: ` ${partner.email.toUpperCase()} `, password: PASSWORD })
      .expect(200);
    expect(res.body).toEqual({ data: recordOf(partner.id, partner.email) });
    expectCredentials(res, partner.email);
  });

  it('answers a wrong password, an unknown address, an empty body, and odd values with the same bytes', async () => {
    const partner = await createPartner(server, { card: null });
    const text = '{"success":false,"errors":["Invalid login credentials. Please try again."]}';
    const attempts = [
      { email: partner.email, password: 'not the password' },
      { email: 'nobody@example.test', password: PASSWORD },
      { email: partner.email },
      { email: `${partner.email}\0`, password: PASSWORD },
      { email: [partner.email], password: { $ne: 1 } },
      {},
    ];
    for (const body of attempts) {
      expectFailure(await visitor(server).post('/partner-auth/sign_in').send(body), 401, text);
      expectFailure(await partner.post('/partner-auth/sign_in').send(body), 401, text);
    }
  });

  it('accepts a form, which some clients of devise_token_auth send', async () => {
    const { email } = await createPartner(server, { card: null });
    const signIn = (password: string) =>
      visitor(server).post('/partner-auth/sign_in').type('form').send({ email, password });
    expectCredentials(await signIn(PASSWORD).expect(200), email);
    await signIn('not the password').expect(401);
    const text = visitor(server).post('/partner-auth/sign_in').set('Content-Type', 'text/plain');
    await text.send(`email=${email}`).expect(415);
    const foreign = visitor(server).post('/partner-auth/sign_in').type('form').set('Sec-Fetch-Site', 'cross-site');
    await foreign.send({ email, password: PASSWORD }).expect(415);
  });

  it('needs no role header on paths that contain the role', async () => {
    const partner = await createPartner(server, { card: null });
    const { 'resource-type': _, ...withoutRole } = partner.headers;
    const caller = as(server, withoutRole);
    await caller.get('/partner-auth/validate_token').expect(200);
    expect((await caller.patch('/partner-auth').send({ name: 'Ada Stock' }).expect(200)).body.data.name).toBe(
      'Ada Stock',
    );
    await caller.get('/user-auth/validate_token').expect(401);
    await as(server, { ...withoutRole, 'resource-type': 'user' })
      .get('/partner-auth/validate_token')
      .expect(401);
    await caller.get('/books').expect(200);
    await caller.get('/promotions').expect(401);
    await caller.delete('/partner-auth/sign_out').expect(200);
    await partner.get('/partner-auth/validate_token').expect(401);
  });

  it('accepts POST only', async () => {
    const text = '{"success":false,"errors":["Use POST /sign_in to sign in. GET is not supported."]}';
    expectFailure(await visitor(server).get('/partner-auth/sign_in'), 405, text);
    const other = await visitor(server).delete('/partner-auth/sign_in').expect(405);
    expect(other.headers.allow).toBe('POST');
  });
});

describe('a session', () => {
  it('validates with the record and the same credentials', async () => {
    const partner = await createPartner(server, { card: null });
    const res = await partner.get('/partner-auth/validate_token').expect(200);
    expect(res.body).toEqual({ success: true, data: recordOf(partner.id, partner.email) });
    expectCredentials(res, partner.email);
    expect(res.headers['access-token']).toBe(partner.headers['access-token']);
    const refused = await visitor(server).get('/partner-auth/validate_token');
    expectFailure(refused, 401, '{"success":false,"errors":["Invalid login credentials"]}');
  });

  it('ends on sign-out, after which a second sign-out is refused', async () => {
    const partner = await createPartner(server, { card: null });
    const res = await partner.delete('/partner-auth/sign_out');
    expect([res.status, res.text]).toEqual([200, '{"success":true}']);
    expect(sessionHeadersIn(res)).toEqual([]);
    await partner.get('/books').expect(200);
    await partner.get('/credit_cards').expect(401);
    const again = '{"success":false,"errors":["User was not found or was not logged in."]}';
    expectFailure(await partner.delete('/partner-auth/sign_out'), 404, again);
    expectFailure(await visitor(server).delete('/partner-auth/sign_out'), 404, again);
  });
});

describe('the account', () => {
  it('changes the fields that a partner may set, and keeps the session', async () => {
    const partner = await createPartner(server, { card: null });
    const change = {
      name: 'Ada Q.',
      partner_type: 'publisher',
      website: '',
      credit_cents: 5000,
      referral_code: 'mine',
    };
    const res = await partner.patch('/partner-auth').send(change).expect(200);
    expect(res.body).toEqual({
      status: 'success',
      data: { ...fullRecordOf(partner.id, partner.email), name: 'Ada Q.', partner_type: 'publisher' },
    });
    expectCredentials(res, partner.email);
    const put = await partner.put('/partner-auth/').send({ reminder_emails: false }).expect(200);
    expect(put.body.data.reminder_emails).toBe(false);
    await partner.get('/partner-auth/validate_token').expect(200);
  });

  it('refuses an empty change, an invalid one, and one without a session', async () => {
    const partner = await createPartner(server, { card: null });
    const changed = await tablesChangedBy(server, async () => {
      const empty = await partner.patch('/partner-auth').send({ credit_cents: 5000 });
      expect([empty.status, empty.text]).toEqual([
        422,
        '{"success":false,"errors":["Please submit proper account update data in request body."],"status":"error"}',
      ]);
      const wrong = await partner.patch('/partner-auth').send({ website: 'javascript:alert(1)' });
      expect([wrong.status, wrong.text]).toEqual([
        422,
        '{"status":"error","errors":{"website":["isn’t a valid web address"],"full_messages":["Website isn’t a valid web address"]}}',
      ]);
      const nobody = '{"success":false,"errors":["User not found."],"status":"error"}';
      expectFailure(await visitor(server).patch('/partner-auth').send({ name: 'Eve' }), 404, nobody);
    });
    expect(changed).toEqual([]);
  });

  it('refuses a billing name that the invoice’s fonts can’t print, and asks for Latin letters', async () => {
    const partner = await createPartner(server, { card: null });
    const refused = async (fields: object) =>
      (await partner.patch('/partner-auth').send(fields).expect(422)).body.errors as Record<string, string[]>;
    expect((await refused({ billing_name: 'دار النشر 📚' })).billing_name).toEqual([
      'has characters that we can’t print on an invoice (د ا ر ل ن). Please use Latin letters.',
    ]);
    expect((await refused({ billing_name: 'Anna 📚' })).billing_name![0]).toContain('(📚)');
    expect((await refused({ tax_number: 'ИНН 77' })).tax_number).toEqual([
      'can contain only Latin letters, digits, spaces, periods, hyphens, and slashes',
    ]);
    const stored = { billing_name: 'Łąka & 東京 Editions', tax_number: 'PL 525-22-48' };
    const { data } = (await partner.patch('/partner-auth').send(stored).expect(200)).body;
    expect(data).toMatchObject(stored);
    const cleared = (await partner.patch('/partner-auth').send({ billing_name: '', tax_number: '' }).expect(200)).body;
    expect(cleared.data).toMatchObject({ billing_name: null, tax_number: null });
  });

  it('changes its address only with the current password, and answers with the new uid', async () => {
    const partner = await createPartner(server, { card: null });
    const email = `moved-${partner.email}`;
    const blank = await partner.patch('/partner-auth').send({ email }).expect(422);
    expect(blank.body.errors.full_messages).toEqual(["Current password can't be blank"]);
    const wrong = await partner.patch('/partner-auth').send({ email, current_password: 'a guess' }).expect(422);
    expect(wrong.body.errors.full_messages).toEqual(['Current password is invalid']);
    const other = await createPartner(server, { card: null });
    const taken = await partner
      .patch('/partner-auth')
      .send({ email: other.email, current_password: PASSWORD })
      .expect(422);
    expect(taken.body.errors.full_messages).toEqual(['Email has already been taken']);
    const res = await partner.patch('/partner-auth').send({ email, current_password: PASSWORD }).expect(200);
    expect(res.body.data).toMatchObject({ uid: email, email });
    expectCredentials(res, email);
    await partner.get('/credit_cards').expect(401);
    await as(server, { ...partner.headers, uid: email })
      .get('/credit_cards')
      .expect(200);
  });

  it('ends its sessions and frees its address when it is closed', async () => {
    const partner = await createPartner(server, { card: null });
    const res = await partner.delete('/partner-auth').send({ current_password: PASSWORD });
    expect([res.status, res.text]).toEqual([
      200,
      `{"status":"success","message":"Account with UID '${partner.email}' has been destroyed."}`,
    ]);
    expect(sessionHeadersIn(res)).toEqual([]);
    const nobody = '{"success":false,"errors":["Unable to locate account for destruction."],"status":"error"}';
    expectFailure(await partner.delete('/partner-auth').send({ current_password: PASSWORD }), 404, nobody);
    await visitor(server).post('/partner-auth/sign_in').send({ email: partner.email, password: PASSWORD }).expect(401);
    await signUp({ email: partner.email }).expect(200);
  });

  it('is closed by only one of five simultaneous requests, with one email', async () => {
    const partner = await createPartner(server, { card: null });
    const close = async () => (await partner.delete('/partner-auth').send({ current_password: PASSWORD })).status;
    const statuses = await Promise.all(Array.from({ length: 5 }, close));
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await server.emailsTo(partner.email)).map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });

  it("can't be closed while a promotion awaits review, is running, or is unpaid", async () => {
    const partner = await createPartner(server);
    const awaitingReview = await createPromotion(server, { partner });
    const refusal =
      '{"success":false,"errors":["A promotion is still in review, booked, running, or unpaid. Cancel it before its newsletter closes. After that, wait for its final cost and pay what’s due. Then delete the account."],"status":"error"}';
    expectFailure(await partner.delete('/partner-auth').send({ current_password: PASSWORD }), 409, refusal);
    await partner.post(`/promotions/${awaitingReview.id}/cancel`).send({}).expect(200);

    const { id, book } = await createPromotion(server, { partner, days: 3 });
    const now = server.deps.now();
    const references = { partner_id: partner.id, promotion_id: id };
    const invoice = await server.deps.db.invoice.create({
      data: { ...references, number: 90_001, date: now, lines: [], subtotal_cents: 1000, total_cents: 1000 },
    });
    const approved = { approval_status: 'approved' as const, ...(await approvedBookOf(server.deps.db, book.id)) };
    await server.deps.db.promotion.update({ where: { id }, data: { ...approved, sent_at: now } });
    expectFailure(await partner.delete('/partner-auth').send({ current_password: PASSWORD }), 409, refusal);
    const settled = { settled_at: now, invoice_id: invoice.id };
    await server.deps.db.promotion.update({ where: { id }, data: settled });
    expectFailure(await partner.delete('/partner-auth').send({ current_password: PASSWORD }), 409, refusal);
  });

  it('removes its books from the site when it is closed, and keeps only the names of its author profiles', async () => {
    const partner = await createPartner(server, { card: null });
    const author = await createAuthor(partner, { name: 'Ada Quill', bio: 'Lives in a lighthouse.' });
    const book = await createBook(partner, { author_id: author.id });
    await visitor(server).get(`/books/${book.id}?public=true`).expect(200);
    await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    await visitor(server).get(`/books/${book.id}?public=true`).expect(404);
    const page = await visitor(server).get(`/authors/${author.id}?public=true`).expect(200);
    expect(page.body.author).toMatchObject({ name: 'Ada Quill', bio: '' });
  });
});
