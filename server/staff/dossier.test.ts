import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  PASSWORD,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());

const dossierOf = async ({ id }: { id: number }) =>
  (await staff.get(`/partners/${id}/dossier`).expect(200)).body.partner;
const act = (partner: PartnerClient, action: string) => staff.post(`/admin/partners/${partner.id}/${action}`).send({});

it('gathers cards, invoices, emails, and the record of a partner', async () => {
  const { partner } = await createPromotion(server);
  await createPromotion(server);
  const { db } = server.deps;
  const unpaid = { lines: [], subtotal_cents: 1250, total_cents: 1250, date: new Date('2026-11-20') };
  await db.invoice.create({ data: { ...unpaid, number: 815, partner_id: partner.id } });
  const dossier = await dossierOf(partner);
  expect(dossier).toMatchObject({
    id: partner.id,
    email: partner.email,
    record: { partner_id: partner.id, unpaid_cents: 1250, spent_cents: 0 },
    credit_cards: [{ brand: 'visa', last4: '4242', is_default: true, is_card_valid: true }],
    invoices: [{ number: '000815', total_cents: 1250, status: 'open' }],
    sign_in: { wrong_attempts: 0, is_throttled: false },
  });
  expect(dossier.emails.map(({ template }: { template: string }) => template)).toContain('promotion_submitted');
  expect(dossier.counts).toEqual({ invoices: 1, emails: dossier.emails.length });
  // Contains neither payment method ids nor the contents of emails.
  expect(JSON.stringify(dossier)).not.toMatch(/payment_method_id|pm_card|props|encrypted/);
  await staff.get('/partners/999999/dossier').expect(404);
  await partner.get(`/partners/${partner.id}/dossier`).expect(403);
});

it('says that sign-in is throttled until staff lift the throttle', async () => {
  const partner = await createPartner(server);
  const signIn = (password: string) =>
    visitor(server).post('/partner-auth/sign_in').send({ email: partner.email, password });
  for (let wrong = 0; wrong < 10; wrong++) await signIn('a wrong passphrase').expect(401);
  await signIn(PASSWORD).expect(429);
  expect((await dossierOf(partner)).sign_in).toEqual({ wrong_attempts: 10, is_throttled: true });
  await act(partner, 'lift_throttle').expect(200);
  expect((await dossierOf(partner)).sign_in).toEqual({ wrong_attempts: 0, is_throttled: false });
  await signIn(PASSWORD).expect(200);
});

it('sends at most one password reset email in five minutes, and audits every request', async () => {
  const partner = await createPartner(server);
  const responses = await Promise.all([1, 2, 3].map(() => act(partner, 'send_password_reset').expect(200)));
  expect(responses[0]!.body.message).toBe(
    'The partner will get a reset link, unless we sent one in the last five minutes.',
  );
  await server.settle();
  const emails = (await server.emailsTo(partner.email)).filter(({ subject }) => /password/i.test(subject));
  expect(emails).toHaveLength(1);
  expect(
    (await dossierOf(partner)).emails.filter(({ template }: { template: string }) => template === 'password_reset'),
  ).toHaveLength(1);
  const audited = await server.deps.db.auditEvent.findMany({ where: { action: 'send_password_reset' } });
  expect(audited).toMatchObject([1, 2, 3].map(() => ({ actor_id: staff.id, entity_id: String(partner.id) })));
});
