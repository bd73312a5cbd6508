import { expect, it } from 'vitest';
import { OPERATOR } from '#server/testing/operator.ts';
import { readConfig } from './config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://deckle@db/deckle',
  APP_URL: 'https://deckle.example/',
  APP_SECRET: 'thirty-two characters, and then some',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://relay:587',
  ...OPERATOR,
};
const without = (name: keyof typeof PRODUCTION) => ({ ...PRODUCTION, [name]: '' });
const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

it('starts as a demo on loopback when nothing is set', () => {
  expect(readConfig({})).toMatchObject({ isDemo: true, isSandbox: true, host: '127.0.0.1', ROLE: 'all' });
});

it("isn't a demo if DATABASE_URL is set, and removes the trailing slash of APP_URL", () => {
  const config = readConfig(PRODUCTION);
  expect(config).toMatchObject({ isDemo: false, isSandbox: false, host: '0.0.0.0', appUrl: 'https://deckle.example' });
});

it.each([
  'APP_URL',
  'APP_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
] as const)("doesn't start without %s in real use", (name) => {
  expect(refusal(without(name))).toBe(`Deckle can’t start:\n  ${name} is required outside the demo and the sandbox.`);
});

it.each([
  ['OPERATOR_NAME', 'the person or company that runs this site'],
  [
    'OPERATOR_ADDRESS',
    'the postal address, without the country, shown in every email, on the legal pages, and on invoices',
  ],
  ['OPERATOR_COUNTRY', 'the country of that address'],
  ['OPERATOR_EMAIL', 'the email address that readers, partners, and authorities can write to'],
  ['OPERATOR_REPLY_TIME', 'the time within which you usually reply, such as “two business days”'],
  ['OPERATOR_APPEALS', 'a sentence saying who reviews a decision that a partner disputes, and how soon'],
  ['OPERATOR_GOVERNING_LAW', 'the governing law of the terms, such as “the laws of Ontario, Canada”'],
] as const)("doesn't start without %s outside the demo and the sandbox", (name, description) => {
  expect(refusal(without(name))).toBe(`Deckle can’t start:\n  ${name} is missing: set it to ${description}.`);
  expect(
    refusal({ ...without(name), DECKLE_SANDBOX: '1', APP_URL: '', STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' }),
  ).toBeNull();
});

it.each(['', 'Deckle', 'Deckle <newsletter@deckle.test>', 'news@mail.example', 'News <news@Example.COM>'])(
  "doesn't start with the sender “%s” outside the demo and the sandbox",
  (MAIL_FROM) => {
    expect(refusal({ ...PRODUCTION, MAIL_FROM })).toBe(
      `Deckle can’t start:\n  MAIL_FROM is missing or can’t send email (${MAIL_FROM || 'Deckle <newsletter@deckle.test>'}): set it to a sender at your domain, such as “Deckle <newsletter@…>”.`,
    );
    const sandbox = { DECKLE_SANDBOX: '1', APP_URL: '', STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' };
    expect(refusal({ ...PRODUCTION, ...sandbox, MAIL_FROM })).toBeNull();
  },
);

it('uses a fictitious operator without promises in the demo, and only the configured one in real use', () => {
  expect(readConfig({}).operator).toEqual({
    name: 'Deckle Demo (fictitious)',
    address: '1 Example Street, Example City',
    country: 'Example Country',
    email: 'help@deckle.test',
    governing_law: 'the laws of Example Country, a fictitious country',
    reply_time: null,
    appeals: null,
    notice_agent: null,
    hosting: null,
    tax_number: null,
  });
  expect(JSON.stringify(readConfig(PRODUCTION).operator)).not.toMatch(/fictitious|deckle\.test|Example Street/);
});

it('refuses an operator address with two lines and an invalid operator email', () => {
  expect(refusal({ ...PRODUCTION, OPERATOR_ADDRESS: '12 Example Lane\nExample City' })).toContain(
    'OPERATOR_ADDRESS: must be one line',
  );
  expect(refusal({ ...PRODUCTION, OPERATOR_EMAIL: 'desk' })).toContain('OPERATOR_EMAIL');
});

it('accepts an email provider instead of a relay', () => {
  expect(refusal({ ...without('SMTP_URL'), MAIL_HTTP_URL: 'https://mail.example', MAIL_HTTP_KEY: 'k' })).toBeNull();
});

it('reports all malformed variables together, and a short secret if none is malformed', () => {
  const text = refusal({ ...PRODUCTION, APP_SECRET: 'short', PORT: 'http', SENTRY_DSN: 'nowhere' });
  expect(text).toContain('PORT');
  expect(text).toContain('SENTRY_DSN');
  expect(text).not.toContain('APP_SECRET');
  expect(refusal({ ...PRODUCTION, APP_SECRET: 'short' })).toContain('APP_SECRET has only 5 characters');
});

it.each([
  [
    'a bucket',
    { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
  ],
  [
    'Amazon’s Creators API',
    { AMAZON_CREDENTIAL_ID: 'id', AMAZON_CREDENTIAL_SECRET: 'secret', AMAZON_PARTNER_TAG: 'deckle-20' },
  ],
  ['an email provider', { MAIL_HTTP_URL: 'https://mail.example', MAIL_HTTP_KEY: 'key' }],
])('requires everything that %s needs, or nothing', (_name, group) => {
  expect(refusal({ ...PRODUCTION, ...group })).toBeNull();
  for (const name of Object.keys(group))
    expect(refusal({ ...PRODUCTION, ...group, [name]: '' })).toContain(
      `${Object.keys(group).join(', ')} must be set together.`,
    );
});

it('accepts only Sentry DSNs with a key and a project', () => {
  for (const dsn of ['https://key@sentry.example/7', 'http://key@127.0.0.1:9000/prefix/7'])
    expect(readConfig({ SENTRY_DSN: dsn }).SENTRY_DSN).toBe(dsn);
  for (const dsn of ['https://sentry.example/7', 'https://key@sentry.example/', 'key@sentry.example/7'])
    expect(refusal({ SENTRY_DSN: dsn })).toContain('must look like https://KEY@HOST/PROJECT');
});
