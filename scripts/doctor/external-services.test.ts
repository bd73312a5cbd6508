/** The doctor's findings about the mail relay, Stripe, complaints, and bounces. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { freePort } from '#server/testing/free-port.ts';
import { checkListHealth, checkMail, checkStripe } from './external-services.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('says that the relay can’t be reached, why, and which setting to check', async () => {
  const port = await freePort();
  expect(await checkMail({ ...server.deps.config, SMTP_URL: `smtp://127.0.0.1:${port}` })).toEqual({
    verdict: 'bad',
    message: `Deckle can’t connect or sign in to the relay (connect ECONNREFUSED 127.0.0.1:${port}). Check SMTP_URL.`,
  });
});

it('blames the key only if Stripe refuses it', async () => {
  const findingAfter = (type: string, message: string) => {
    const api = { events: { list: () => Promise.reject(Object.assign(new Error(message), { type })) } };
    return checkStripe({ stripe: { mode: 'test', api } as never, config: server.deps.config });
  };
  expect(await findingAfter('StripeAuthenticationError', 'Invalid API Key provided')).toEqual({
    verdict: 'bad',
    message:
      'Stripe rejected STRIPE_SECRET_KEY (Invalid API Key provided). Copy the key again from Stripe’s dashboard.',
  });
  expect(await findingAfter('StripeConnectionError', 'ENETUNREACH')).toEqual({
    verdict: 'bad',
    message: 'Deckle can’t reach Stripe (ENETUNREACH). Check the network, and run doctor again.',
  });
});

const check = (settings = {}) =>
  checkListHealth({ ...server.deps, config: { ...server.deps.config, MAIL_EVENTS_SECRET: 'secret', ...settings } });

const insertDay = (accepted: number, complaints: number) =>
  server.deps.db.providerDay.create({
    data: { date: new Date('2026-11-30'), provider: 'gmail', accepted, complaints, hard_bounces: 0, soft_bounces: 0 },
  });

it('rates complaints only if emails have been counted and complaints are reported to us', async () => {
  const { db } = server.deps;
  expect(await check()).toEqual({ verdict: 'note', message: expect.stringMatching(/^No emails of the last 14 days/) });
  await insertDay(0, 0);
  expect((await check()).verdict).toBe('note');
  await db.providerDay.deleteMany();

  await insertDay(10_000, 5);
  expect(await check()).toEqual({
    verdict: 'good',
    message: 'Complaints and bounces are within the providers’ limits.',
  });
  expect(await check({ MAIL_EVENTS_SECRET: undefined })).toEqual({
    verdict: 'note',
    message: expect.stringMatching(/^MAIL_EVENTS_SECRET isn’t set, so nobody reports/),
  });
});

it.each([
  ['note', 15, 'readers marked 0.15% of emails as spam'],
  ['bad', 40, 'Providers block senders above 0.3%.'],
])('rates a complaint rate %s, with the provider’s rules', async (verdict, complaints, text) => {
  await server.deps.db.providerDay.deleteMany();
  await insertDay(10_000, complaints);
  const finding = await check();
  expect(finding.verdict).toBe(verdict);
  expect(finding.message).toContain(text);
  expect(finding.message).toContain('https://support.google.com/a/answer/81126');
});
