/**
 * Startup with every combination of mode, keys, address, and interface: accepted, or refused for the expected reasons.
 * Also single settings: those that are refused, and how others are normalized or chosen.
 */

import { describe, expect, it } from 'vitest';
import { OPERATOR } from '#server/testing/operator.ts';
import { readConfig } from './config.ts';
import { isLoopback } from './config-safety.ts';

const DATABASE = 'postgres://deckle:long-and-own@db/deckle';
const SECRET = 'thirty-two characters, and then some';
const BASE = {
  DATABASE_URL: DATABASE,
  APP_SECRET: SECRET,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://localhost',
  ...OPERATOR,
};
const MODES = {
  real: { DECKLE_DEMO: '0', DECKLE_SANDBOX: '0' },
  sandbox: { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1' },
  demo: { DECKLE_DEMO: '1' },
  'demo with Stripe': { DECKLE_DEMO: '1', DECKLE_SANDBOX: '0' },
  'public demo': { DECKLE_DEMO: '1', PUBLIC_DEMO: '1' },
  'public sandbox': { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1', PUBLIC_DEMO: '1' },
  'public real use': { DECKLE_DEMO: '0', DECKLE_SANDBOX: '0', PUBLIC_DEMO: '1' },
};
const KEYS = {
  test: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  live: { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  restricted: { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  mixed: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
};
const ADDRESSES = {
  https: { APP_URL: 'https://deckle.example' },
  http: { APP_URL: 'http://deckle.example' },
  'https in capitals': { APP_URL: 'HTTPS://Deckle.Example' },
  'http in capitals': { APP_URL: 'HTTP://DECKLE.EXAMPLE/' },
  local: { APP_URL: 'http://localhost:3000' },
};
const HOSTS = {
  'no host': {},
  loopback: { HOST: '127.0.0.1' },
  all: { HOST: '0.0.0.0' },
  published: { HOST: '0.0.0.0', PUBLISHED_LOCALLY: '1' },
};

type Mode = keyof typeof MODES;
const LOCAL_MODES: readonly Mode[] = ['sandbox', 'demo', 'demo with Stripe'];
const PUBLIC_MODES: readonly Mode[] = ['public demo', 'public sandbox'];

const MESSAGES = {
  live: /with live Stripe keys \(STRIPE_.*\): set DECKLE_DEMO=0 and DECKLE_SANDBOX=0 to take payments, or use test keys\.$/,
  mixed: /is a test key and STRIPE_PUBLISHABLE_KEY a live key: copy both from the same mode of Stripe’s dashboard\.$/,
  https: /at https:\/\/deckle\.example, a public address: set DECKLE_DEMO=0 .* or PUBLIC_DEMO=1 if anyone may visit\.$/,
  http: /^APP_URL is http:\/\/deckle\.example, so passwords would travel unencrypted: use https, or http:\/\/localhost/,
  host: /other machines can reach HOST 0\.0\.0\.0\. Remove HOST, set DECKLE_DEMO=0 /,
  pointless: /^PUBLIC_DEMO is on, but the demo and the sandbox are off: remove PUBLIC_DEMO, or set DECKLE_DEMO=1\.$/,
};
type Reason = keyof typeof MESSAGES;

const COMBINATIONS = Object.keys(MODES).flatMap((mode) =>
  Object.keys(KEYS).flatMap((keys) =>
    Object.keys(ADDRESSES).flatMap((address) =>
      Object.keys(HOSTS).map((host) => [mode, keys, address, host] as [Mode, keyof typeof KEYS, string, string]),
    ),
  ),
);

/** Written from the rules in the operations guide, not from the code. */
function expectedReasons(mode: Mode, keys: keyof typeof KEYS, address: string, host: string): Reason[] {
  const isDemoOrSandbox = LOCAL_MODES.includes(mode) || PUBLIC_MODES.includes(mode);
  const reasons: [Reason, boolean][] = [
    ['mixed', keys === 'mixed'],
    ['http', address.startsWith('http ') || address === 'http'],
    ['live', isDemoOrSandbox && keys !== 'test'],
    ['https', LOCAL_MODES.includes(mode) && address.startsWith('https')],
    ['host', LOCAL_MODES.includes(mode) && host === 'all'],
    ['pointless', mode === 'public real use'],
  ];
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}

const refusals = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    const [first, ...problems] = (error as Error).message.split('\n');
    expect(first).toBe('Deckle can’t start:');
    return problems.map((problem) => problem.trim());
  }
};

it.each(COMBINATIONS)('accepts or refuses %s with %s keys at %s on %s', (mode, keys, address, host) => {
  const environment = {
    ...BASE,
    ...MODES[mode],
    ...KEYS[keys],
    ...ADDRESSES[address as keyof typeof ADDRESSES],
    ...HOSTS[host as keyof typeof HOSTS],
  };
  const problems = refusals(environment);
  const expected = expectedReasons(mode, keys, address, host);
  expect(problems).toHaveLength(expected.length);
  for (const reason of expected) expect(problems.filter((problem) => MESSAGES[reason].test(problem))).toHaveLength(1);
  if (!expected.length && host === 'no host')
    expect(readConfig(environment).host).toBe(LOCAL_MODES.includes(mode) ? '127.0.0.1' : '0.0.0.0');
});

it('expects 69 of the 560 combinations to be accepted', () => {
  // Real use: 3 key pairs, 3 addresses, 4 interfaces. Local: 3 modes on 3 interfaces. Public: 2 modes, 3 addresses, 4
  // interfaces.
  expect(COMBINATIONS).toHaveLength(560);
  expect(COMBINATIONS.filter((combination) => !expectedReasons(...combination).length)).toHaveLength(69);
});

describe('the secret', () => {
  it.each([
    ['real', { ...BASE, ...MODES.real, ...KEYS.test, ...ADDRESSES.https }],
    ['sandbox', MODES.sandbox],
    ['demo', MODES.demo],
    ['public demo', { ...MODES['public demo'], ...ADDRESSES.https }],
  ])('must have at least 32 characters: %s', (_mode, environment) => {
    expect(refusals({ ...environment, APP_SECRET: 'x'.repeat(31) })).toEqual([
      'APP_SECRET has only 31 characters, so it could be guessed. Use at least 32; for example, run openssl rand -base64 36.',
    ]);
    expect(refusals({ ...environment, APP_SECRET: 'x'.repeat(32) })).toEqual([]);
  });
});

it.each([
  ['STRIPE_SECRET_KEY', 'pk_live_1', 'sk_live_, sk_test_, rk_live_, or rk_test_'],
  ['STRIPE_SECRET_KEY', 'whsec_1', 'sk_live_, sk_test_, rk_live_, or rk_test_'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'pk_live_ or pk_test_'],
])('refuses %s=%s, which is a different kind of key', (name, value, prefixes) => {
  const environment = { ...BASE, ...MODES.real, ...KEYS.test, ...ADDRESSES.https };
  const expected = `${name} isn’t a valid Stripe key. Copy the one that starts with ${prefixes}.`;
  expect(refusals({ ...environment, [name]: value })).toContain(expected);
});

it('refuses the database password of .env.example if others can reach Deckle', () => {
  const database = { DATABASE_URL: 'postgresql://deckle:for-trying-deckle-only@postgres:5432/deckle' };
  const expected = [
    'POSTGRES_PASSWORD or POSTGRES_WEB_PASSWORD still has its value from .env.example. Choose new passwords. If the database has data, set them there, too (alter role … password …). If not, run docker compose down -v, which deletes it, and start again.',
  ];
  expect(refusals({ ...BASE, ...database, ...MODES.real, ...KEYS.test, ...ADDRESSES.https })).toEqual(expected);
  expect(refusals({ ...database, ...MODES['public demo'], ...ADDRESSES.https })).toEqual(expected);
  expect(refusals({ ...database, ...MODES.demo })).toEqual([]);
  const encoded = 'postgresql://deckle:for%2Dtrying-deckle%2donly@postgres:5432/deckle';
  for (const variable of ['DATABASE_URL', 'DATABASE_READ_URL'])
    expect(refusals({ ...BASE, [variable]: encoded, ...MODES.real, ...KEYS.test, ...ADDRESSES.https })).toEqual(
      expected,
    );
});

const REAL = { ...BASE, ...MODES.real, ...KEYS.test, ...ADDRESSES.https };

it('normalizes APP_URL with the URL parser', () => {
  const addressOf = (APP_URL: string) => readConfig({ ...REAL, APP_URL }).appUrl;
  expect(addressOf('HTTPS://Deckle.Example:443/')).toBe('https://deckle.example');
  expect(addressOf('https://deckle.example:8443')).toBe('https://deckle.example:8443');
});

it.each([
  'https://deckle.example/shop',
  'https://deckle.example/?a=1',
  'https://deckle.example/#a',
  'https://me@deckle.example',
])('refuses %s, which is more than an origin', (APP_URL) => {
  expect(refusals({ ...REAL, APP_URL })).toEqual([
    'APP_URL: must be only a scheme, a host, and a port, like https://deckle.example',
  ]);
});

it('refuses NODE_ENV=development except in a demo or sandbox on this machine', () => {
  const problem = 'NODE_ENV is development, which exposes the source code to visitors.';
  const NODE_ENV = 'development';
  expect(refusals({ ...REAL, NODE_ENV })).toEqual([
    `${problem} Remove NODE_ENV, or turn on DECKLE_DEMO or DECKLE_SANDBOX on this machine.`,
  ]);
  expect(refusals({ ...MODES['public demo'], ...ADDRESSES.https, NODE_ENV })).toEqual([
    `${problem} Remove NODE_ENV or PUBLIC_DEMO.`,
  ]);
  expect(refusals({ ...MODES.demo, NODE_ENV })).toEqual([]);
  expect(refusals({ ...MODES.sandbox, NODE_ENV })).toEqual([]);
  expect(readConfig(REAL).NODE_ENV).toBe('production');
});

it('refuses a public demo with a relay that delivers to real addresses', () => {
  const refusalFor = (name: string) => [
    `PUBLIC_DEMO is on, but ${name} points to a real relay, so any visitor could make Deckle email anyone. Remove ${name}.`,
  ];
  const demo = { ...MODES['public demo'], ...ADDRESSES.https };
  expect(refusals({ ...demo, SMTP_URL: 'smtp://user:password@relay.example:587' })).toEqual(refusalFor('SMTP_URL'));
  const provider = { MAIL_HTTP_URL: 'https://mail.example/send', MAIL_HTTP_KEY: 'key' };
  expect(refusals({ ...demo, ...provider })).toEqual(refusalFor('MAIL_HTTP_URL'));
  for (const SMTP_URL of ['smtp://127.0.0.1:1025', 'smtp://mailpit:1025?tls=none'])
    expect(refusals({ ...demo, SMTP_URL })).toEqual([]);
});

it('refuses an unencrypted MAIL_HTTP_URL unless it points to this machine', () => {
  const problems = (MAIL_HTTP_URL: string) => refusals({ ...REAL, MAIL_HTTP_URL, MAIL_HTTP_KEY: 'key' });
  const sentence = 'MAIL_HTTP_URL is http, so reset links and its key would travel unencrypted: use https.';
  expect(problems('http://mail.example/send')).toEqual([sentence]);
  expect(problems('HTTP://mail.example/send')).toEqual([sentence]);
  expect(problems('https://mail.example/send')).toEqual([]);
  expect(problems('http://127.0.0.1:9000/send')).toEqual([]);
});

it('reports which Stripe mode it uses', () => {
  const real = { ...BASE, ...MODES.real, ...ADDRESSES.https };
  const modeOf = (environment: Record<string, string>) => readConfig(environment).stripeMode;
  expect(modeOf({ ...real, ...KEYS.live })).toBe('live');
  expect(modeOf({ ...real, ...KEYS.restricted })).toBe('live');
  expect(modeOf({ ...real, ...KEYS.test })).toBe('test');
  expect(modeOf({})).toBe('sandbox');
  expect(modeOf({ ...KEYS.test })).toBe('test');
  expect(modeOf({ ...KEYS.test, SANDBOX_STRIPE_URL: 'http://127.0.0.1:1' })).toBe('sandbox');
});

it("listens on loopback as a demo or sandbox that isn't public, and everywhere otherwise", () => {
  expect(readConfig({}).host).toBe('127.0.0.1');
  expect(readConfig({ DATABASE_URL: DATABASE, DECKLE_SANDBOX: '1' }).host).toBe('127.0.0.1');
  expect(readConfig({ PUBLIC_DEMO: '1' }).host).toBe('0.0.0.0');
  expect(readConfig({ ...BASE, ...MODES.real, ...KEYS.live, ...ADDRESSES.https }).host).toBe('0.0.0.0');
});

it.each<[string, boolean]>([
  ['localhost', true],
  ['LOCALHOST', true],
  ['deckle.localhost', true],
  ['127.0.0.1', true],
  ['127.255.1.2', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
  ['notlocalhost', false],
  ['::ffff:10.0.0.1', false],
])('recognizes whether %s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
