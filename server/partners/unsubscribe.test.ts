import { afterAll, beforeAll, expect, it } from 'vitest';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, type PartnerClient, visitor } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server, { card: null });
});
afterAll(() => server.close());

const token = (kind: 'reminder' | 'recapture') =>
  partnerUnsubscribeToken(server.deps.config.appSecret, kind, partner.id);
const unsubscribe = (body: object) => visitor(server).post('/partners/unsubscribe').send(body);
const preferences = async () => {
  const { reminder_emails, recapture_emails } = (await partner.get('/partner-auth/validate_token').expect(200)).body
    .data;
  return { reminder_emails, recapture_emails };
};

it('refuses a token of another kind, an altered one, and a missing one, and changes nothing', async () => {
  await unsubscribe({ kind: 'recapture', token: token('reminder') }).expect(422);
  await unsubscribe({ kind: 'reminder', token: `B${token('reminder').slice(1)}` }).expect(422);
  const res = await unsubscribe({ kind: 'everything' }).expect(422);
  expect(Object.keys(res.body.errors)).toEqual(['kind', 'token', 'full_messages']);
  expect(await preferences()).toEqual({ reminder_emails: true, recapture_emails: true });
});

it('turns off one kind of email without a sign-in', async () => {
  await unsubscribe({ kind: 'reminder', token: token('reminder') }).expect(200);
  expect(await preferences()).toEqual({ reminder_emails: false, recapture_emails: true });
});

it('turns off one kind by the email program’s one-click request, but not by opening the link', async () => {
  const post = (path: string) =>
    visitor(server).post(`/partners/unsubscribe/${path}`).type('form').send('List-Unsubscribe=One-Click');
  const path = `recapture/${token('recapture')}`;
  const { headers } = await visitor(server).get(`/partners/unsubscribe/${path}`).expect(302);
  expect(headers.location).toBe(`/partners/unsubscribe-recapture-email?token=${token('recapture')}`);
  expect(await preferences()).toMatchObject({ recapture_emails: true });
  await post(`recapture/${token('reminder')}`).expect(422);
  await post(`everything/${token('recapture')}`).expect(404);
  await post(path).expect(200);
  expect(await preferences()).toMatchObject({ recapture_emails: false });
});
