import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  clientWithKey,
  createAuthor,
  createPartner,
  createPromotion,
  createStaff,
  PASSWORD,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  partner = await createPartner(server);
  other = await createPartner(server);
});
afterAll(() => server.close());

const BODY = 'The book went from rank 41,000 to 1,900 in its category for two days.';
const createReview = async (client: Client, promotion_site_id: number) =>
  (
    await client
      .post('/promotion_site_reviews')
      .send({ promotion_site_id, rating: 4, title: 'Steady', body: BODY })
      .expect(201)
  ).body.promotion_site_review.id;
const exportOf = async (client: Client) => (await client.get('/partners/export').expect(200)).body;

it("contains the partner's records and nothing about other partners", async () => {
  const author = await createAuthor(partner, { name: 'Ada Export' });
  const promotion = await createPromotion(server, { partner });
  await createPromotion(server, { partner: other });
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  const ownReview = await createReview(partner, 1);
  const otherReview = await createReview(other, 1);
  await partner.post('/partner_helpfuls').send({ promotion_site_review_id: otherReview }).expect(201);
  await other.post('/partner_helpfuls').send({ promotion_site_review_id: ownReview }).expect(201);
  const resetRequest = { email: partner.email, redirect_url: `${server.url}/partners/password/reset` };
  await visitor(server).post('/partner-auth/password').send(resetRequest).expect(200);
  await clientWithKey(server, partner, ['read']);
  await clientWithKey(server, other, ['read']);
  for (const owner of [partner, other])
    await owner
      .post('/webhook_endpoints')
      .send({ name: 'Test', url: 'https://hooks.example.com/', events: ['invoice.paid'] })
      .expect(201);
  await server.settle();

  const res = await partner.get('/partners/export').expect(200);
  expect(res.headers['content-disposition']).toBe('attachment; filename=deckle-partner.json');
  expect(res.body).toMatchObject({
    exported_at: '2026-12-01T15:00:00.000Z',
    partner: { id: partner.id, uid: partner.email, name: 'Ada Quill', credit_cents: 0 },
    authors: [{ id: author.id, name: 'Ada Export' }],
    books: [{ id: promotion.book.id, title: 'The Quiet Harbor' }],
    promotions: [
      { id: promotion.id, approval_status: 'approved', events: [{ action: 'submit' }, { action: 'approve' }] },
    ],
    credit_cards: [{ brand: 'visa', last4: '4242' }],
    promotion_site_reviews: [{ id: ownReview }],
    partner_helpfuls: [{ promotion_site_review_id: otherReview, partner_id: partner.id }],
  });
  expect(res.body.sessions).toHaveLength(2);
  expect(res.body.webhook_endpoints).toMatchObject([{ partner_id: partner.id, name: 'Test' }]);
  expect(res.body.api_keys).toMatchObject([{ partner_id: partner.id, name: 'Test', scopes: ['read'] }]);
  expect(res.text).not.toContain('secret_hash');
  expect(res.body.mails.map(({ template }: { template: string }) => template)).toEqual([
    'promotion_submitted',
    'promotion_approved',
    'password_reset',
  ]);
  expect(res.text).not.toContain(other.email);
});

it('contains no emails to others or to the same person in another role, even if the address has wildcards', async () => {
  const admin = await createStaff(server, 'admin');
  const invite = (email: string) =>
    admin.post('/admin/staff').send({ uid: email, name: 'Nora Whitlock', role: 'admin' }).expect(201);
  await invite('nora@press.example');
  await visitor(server)
    .post('/readers')
    .send({ email: 'nora@press.example', category_ids: [1] })
    .expect(201);
  await visitor(server)
    .post('/readers')
    .send({ email: 'abcd@press.example', category_ids: [1] })
    .expect(201);

  for (const email of ['nora@press.example', '____@press.example'])
    expect((await exportOf(await createPartner(server, { email }))).mails).toEqual([]);
});

it('keeps emails to others when an account whose address has wildcards is closed', async () => {
  await visitor(server)
    .post('/readers')
    .send({ email: 'kept@press.example', category_ids: [1] })
    .expect(201);
  const closing = await createPartner(server, { email: 'k__t@press.example', card: null });
  await closing.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect(await server.emailsTo('kept@press.example')).toHaveLength(1);
});

it("includes a bank's refusal but not its reason, which may be about theft", async () => {
  const { id } = await createPromotion(server, { partner: other });
  await server.deps.db.stripeError.create({
    data: {
      promotion_id: id,
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'stolen_card',
      message: 'Your card was reported stolen.',
      created_at: server.deps.now(),
    },
  });
  const { promotions, credit_cards } = await exportOf(other);
  const [refusal] = promotions.find((each: { id: number }) => each.id === id).stripe_errors;
  expect(refusal).toMatchObject({ type: 'card_error', code: 'card_declined' });
  expect(JSON.stringify(refusal)).not.toContain('stolen');
  expect(credit_cards[0]).not.toHaveProperty('fingerprint');
});

it('includes referral earnings but not the paying partner', async () => {
  const entry = { kind: 'reward', amount_cents: 600, available_at: server.deps.now() };
  const amounts = { subtotal_cents: 6000, total_cents: 6000 };
  const invoice = await server.deps.db.invoice.create({
    data: { ...amounts, number: 4711, partner_id: other.id, date: server.deps.now(), lines: [] },
  });
  const { id } = await server.deps.db.referralEntry.create({
    data: { ...entry, partner_id: partner.id, referred_id: other.id, invoice_id: invoice.id },
  });
  const { earned } = (await exportOf(partner)).referral_entries;
  expect(earned).toMatchObject([{ id, partner_id: partner.id, amount_cents: 600, state: 'pending' }]);
  expect(Object.keys(earned[0]).filter((name) => ['referred_id', 'invoice_id'].includes(name))).toEqual([]);
  expect((await exportOf(other)).referral_entries.about_you).toMatchObject([{ id, referred_id: other.id }]);
});

it('contains no secret: no password, token, key, or link that opens the account', async () => {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (!value || typeof value !== 'object') return;
    for (const [name, nested] of Object.entries(value)) {
      if (!Array.isArray(value)) names.add(name);
      collect(nested);
    }
  };
  const { promotions, credit_cards } = await exportOf(partner);
  const { db, now } = server.deps;
  const amounts = { subtotal_cents: 1000, total_cents: 1000 };
  const invoice = await db.invoice.create({
    data: { ...amounts, number: 4712, partner_id: partner.id, date: now(), lines: [] },
  });
  await db.chargeAttempt.create({
    data: {
      ...{ promotion_id: promotions[0].id, invoice_id: invoice.id, partner_id: partner.id, number: 1 },
      ...{ credit_card_id: credit_cards[0].id, customer_id: 'cus_1', payment_method_id: 'pm_1', amount_cents: 1000 },
      ...{ idempotency_key: 'charge 1', requested_by: 'user', requested_by_id: staff.id, claimed_at: now() },
    },
  });
  const body = await exportOf(partner);
  expect(body.charge_attempts).toHaveLength(1);
  collect(body);
  expect(
    [...names].filter((name) =>
      /password|token|secret|hash|idempotency|reviewed_by|requested_by_id|actor_id|calendar_key/.test(name),
    ),
  ).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('reset_password_token');
});

it('covers every table with a partner_id, except copies and internal notes', async () => {
  const { rows } = await server.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'partner_id' order by 1`,
  );
  // book_cards repeats books; notes are for staff only; votes are exported under their API names.
  const exported = Object.keys(await exportOf(partner));
  expect(rows.map(({ name }) => name).filter((name) => !exported.includes(name))).toEqual([
    'book_cards',
    'internal_notes',
    'partner_votes',
  ]);
});

it('is available to the partner only', async () => {
  await visitor(server).get('/partners/export').expect(401);
  await staff.get('/partners/export').expect(403);
  expect((await exportOf(other)).partner.id).toBe(other.id);
});
