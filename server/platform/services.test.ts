import { expect, it } from 'vitest';
import { OPERATOR } from '#server/testing/operator.ts';
import { readConfig } from './config.ts';
import { servicesOf } from './services.ts';

const REAL = {
  DATABASE_URL: 'postgres://deckle@db/deckle',
  APP_URL: 'https://deckle.example',
  APP_SECRET: 'thirty-two characters, and then some',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://user:secret@smtp.example.net:587',
  ...OPERATOR,
};

it('names the hosts that get data, without keys', () => {
  const config = readConfig({
    ...REAL,
    SENTRY_DSN: 'https://key@errors.example.net/7',
    S3_ENDPOINT: 'https://s3.example.net',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 's',
  });
  expect(servicesOf(config, true)).toEqual({
    mail: 'smtp.example.net',
    ai: 'OpenAI',
    storage: 's3.example.net',
    errors: 'errors.example.net',
  });
});

it('names the host of a custom model URL, and nobody if no model is enabled', () => {
  const config = readConfig({ ...REAL, OPENAI_BASE_URL: 'https://models.example.net/v1' });
  expect(servicesOf(config, true).ai).toBe('models.example.net');
  expect(servicesOf(config, false).ai).toBeNull();
});

it.each([
  'smtp://localhost',
  'smtp://relay:587',
  'smtp://127.0.0.1',
  'smtp://[::1]',
  'smtp://10.0.0.5',
  'smtp://[fd00::5]',
])('names no host on our own network: %s', (url) => {
  expect(servicesOf(readConfig({ ...REAL, SMTP_URL: `${url}?tls=none` }), false).mail).toBeNull();
});

it.each(['51.15.20.7', '[2a01:4f8::1]'])('names a relay with a public address: %s', (host) => {
  expect(servicesOf(readConfig({ ...REAL, SMTP_URL: `smtp://${host}:587` }), false).mail).toBe(host);
});

it('names a host under an internationalized top-level domain', () => {
  expect(servicesOf(readConfig({ ...REAL, SMTP_URL: 'smtp://mail.xn--e1afmkfd.xn--p1ai:587' }), false).mail).toBe(
    'mail.xn--e1afmkfd.xn--p1ai',
  );
});

it('names a relay in the demo only if one replaces the mailbox', () => {
  expect(servicesOf(readConfig({}), false).mail).toBeNull();
  expect(servicesOf(readConfig({ SMTP_URL: 'smtp://smtp.example.net' }), false).mail).toBe('smtp.example.net');
});
