/** The doctor's findings about machines, configurations, operators, DNS, and one-click unsubscribe. */

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import { checkConfiguration, checkNode, checkOperator, checkZone, spaceFinding } from './host.ts';
import { checkMailDns } from './mail-dns.ts';
import { checkOneClick, oneClickProblems } from './one-click.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const KEY = publicKey.toString('base64');

/** Only the demo and the sandbox start with it. */
const RESERVED_SENDER = {
  DECKLE_SANDBOX: '1',
  APP_URL: 'http://localhost:3000',
  MAIL_FROM: 'Deckle <news@deckle.test>',
};

const withConfig = (env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: 'postgresql://none',
    APP_URL: 'https://deckle.example',
    APP_SECRET: 's'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtp://relay',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 't',
    DKIM_DOMAIN: 'deckle-books.org',
    DKIM_SELECTOR: 'd1',
    DKIM_PRIVATE_KEY: privateKey,
    ...OPERATOR,
    ...env,
  });

describe('the machine', () => {
  it('needs a recent Node', () => {
    expect(checkNode('v24.21.0').verdict).toBe('good');
    expect(checkNode('v22.1.0').verdict).toBe('bad');
  });

  it('may have old zone data, because the rule is built in', () => {
    expect([checkZone(true).verdict, checkZone(false).verdict]).toEqual(['good', 'note']);
  });

  it.each([
    ['bad', 500_000_000, 100_000_000_000],
    ['note', 5_000_000_000, 100_000_000_000],
    ['good', 50_000_000_000, 100_000_000_000],
  ])('has its disk space rated %s', (verdict, free, all) => {
    expect(spaceFinding('/data', free, all).verdict).toBe(verdict);
  });
});

it.each<[string, Record<string, string>]>([
  ['good', {}],
  ['bad', { APP_URL: 'http://localhost:3000' }],
  ['note', { TRUST_PROXY: '0' }],
  ['note', { METRICS_TOKEN: '' }],
  ['note', { DECKLE_DEMO: '1', APP_URL: 'http://localhost:3000' }],
  ['note', { DECKLE_SANDBOX: '1', APP_URL: 'http://localhost:3000' }],
  ['note', { DECKLE_DEMO: '1', PUBLIC_DEMO: '1', SMTP_URL: '' }],
])('rates a configuration %s: %o', (verdict, env) => {
  expect(checkConfiguration(withConfig(env)).verdict).toBe(verdict);
});

it.each<[string, Record<string, string>, string]>([
  ['good', { OPERATOR_EMAIL: 'desk@deckle-books.org', OPERATOR_HOSTING: 'a host' }, '12 Example Lane'],
  ['note', { OPERATOR_EMAIL: 'desk@deckle-books.org' }, 'Without OPERATOR_HOSTING'],
  ['bad', { OPERATOR_EMAIL: 'desk@example.com' }, 'Set it to your address'],
  [
    'note',
    { DECKLE_DEMO: '1', APP_URL: 'http://localhost:3000', OPERATOR_NAME: '' },
    'Before you go live, set the OPERATOR_',
  ],
])('rates an operator %s: %o', (verdict, env, message) => {
  expect(checkOperator(withConfig(env))).toEqual({ verdict, message: expect.stringContaining(message) });
});

/** The key pair of RFC 8463, appendix A. The record has the raw bytes of the public key. */
const ED25519 = {
  privateKey: [
    '-----BEGIN PRIVATE KEY-----',
    'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g',
    '-----END PRIVATE KEY-----',
  ].join('\n'),
  record: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};

describe('DNS records for email', () => {
  const zone: Record<string, string[]> = {
    'deckle-books.org': ['v=spf1 include:relay.example -all'],
    '_dmarc.deckle-books.org': ['v=DMARC1; p=quarantine'],
    'd1._domainkey.deckle-books.org': [`v=DKIM1; k=rsa; p=${KEY}`],
  };
  const checkRecords = (changes: Record<string, string[]>, env = {}) =>
    checkMailDns(withConfig(env), async (name) => ({ ...zone, ...changes })[name] ?? []);

  it('pass when complete', async () => {
    expect(await checkRecords({})).toEqual({
      verdict: 'good',
      message: expect.stringMatching(
        /^SPF, DMARC, and DKIM records are published for deckle-books\.org\. Rules for bulk senders: .*senders\.yahooinc\.com/,
      ),
    });
  });

  it.each<[string, Record<string, string[]>, Record<string, string>]>([
    ['deckle-books.org has no SPF record', { 'deckle-books.org': ['google-site-verification=1'] }, {}],
    ['_dmarc.deckle-books.org has no DMARC record', { '_dmarc.deckle-books.org': [] }, {}],
    ['d1._domainkey.deckle-books.org has no key', { 'd1._domainkey.deckle-books.org': [] }, {}],
    [
      'the public key at d1._domainkey.deckle-books.org doesn’t match DKIM_PRIVATE_KEY; publish the matching key',
      { 'd1._domainkey.deckle-books.org': ['v=DKIM1; p=AAAA'] },
      {},
    ],
    [
      'the public key at ed._domainkey.deckle-books.org doesn’t match DKIM_ED25519_PRIVATE_KEY',
      { 'ed._domainkey.deckle-books.org': [`v=DKIM1; p=${KEY}`] },
      { DKIM_ED25519_SELECTOR: 'ed', DKIM_ED25519_PRIVATE_KEY: ED25519.privateKey },
    ],
    [
      'deckle-books.org has 2 SPF records, and receivers accept only one',
      { 'deckle-books.org': ['v=spf1 include:relay.example -all', 'v=spf1 -all'] },
      {},
    ],
    ['bounce.deckle-books.org has no SPF record', {}, { MAIL_BOUNCE_DOMAIN: 'bounce.deckle-books.org' }],
    [
      'emails from deckle-books.org are signed by mail.deckle-books.org, but the DMARC record has adkim=s',
      {
        '_dmarc.deckle-books.org': ['v=DMARC1; p=reject; adkim=s'],
        'd1._domainkey.mail.deckle-books.org': [`v=DKIM1; p=${KEY}`],
      },
      { DKIM_DOMAIN: 'mail.deckle-books.org' },
    ],
    [
      'emails from deckle-books.org are signed by relay.example, so DKIM isn’t aligned and DMARC may fail',
      { 'd1._domainkey.relay.example': [`v=DKIM1; p=${KEY}`] },
      { DKIM_DOMAIN: 'relay.example' },
    ],
    [
      'DKIM_DOMAIN is not set, so emails aren’t signed',
      {},
      { DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_PRIVATE_KEY: '' },
    ],
  ])('fail when incomplete or wrong: %s', async (message, changes, env) => {
    expect(await checkRecords(changes, env)).toEqual({
      verdict: 'bad',
      message: expect.stringMatching(new RegExp(`^${message}.*support\\.google\\.com`)),
    });
  });

  it('pass when a subdomain of the sender’s domain signs', async () => {
    const changes = { 'd1._domainkey.mail.deckle-books.org': [`v=DKIM1; p=${KEY}`] };
    expect(await checkRecords(changes, { DKIM_DOMAIN: 'mail.deckle-books.org' })).toMatchObject({ verdict: 'good' });
  });

  it('pass with an Ed25519 key, whose record has the raw bytes', async () => {
    const changes = { 'd1._domainkey.deckle-books.org': [ED25519.record] };
    const finding = await checkRecords(changes, { DKIM_PRIVATE_KEY: ED25519.privateKey });
    expect(finding).toMatchObject({ verdict: 'good' });
  });

  it('pass when both keys of two signatures are published', async () => {
    const finding = await checkRecords(
      { 'ed._domainkey.deckle-books.org': [ED25519.record] },
      { DKIM_ED25519_SELECTOR: 'ed', DKIM_ED25519_PRIVATE_KEY: ED25519.privateKey },
    );
    expect(finding).toMatchObject({ verdict: 'good' });
  });

  it('pass for a subdomain, which inherits DMARC', async () => {
    const changes = { 'news.deckle-books.org': ['v=spf1 include:relay.example -all'] };
    const env = { MAIL_FROM: 'Deckle <hello@news.deckle-books.org>' };
    expect(await checkRecords(changes, env)).toMatchObject({ verdict: 'good' });
  });

  const BOUNCES = {
    'bounce.deckle-books.org': ['v=spf1 include:relay.example -all'],
    'bounces.relay.example': ['v=spf1 -all'],
  };
  it.each<[string, Record<string, string[]>, string]>([
    ['MAIL_BOUNCE_DOMAIN is bounces.relay.example, so SPF isn’t aligned', {}, 'bounces.relay.example'],
    [
      'MAIL_BOUNCE_DOMAIN is bounce.deckle-books.org, but the DMARC record has aspf=s',
      { '_dmarc.deckle-books.org': ['v=DMARC1; p=reject; aspf=s'] },
      'bounce.deckle-books.org',
    ],
  ])('are noted when SPF isn’t aligned with the sender: %s', async (message, changes, MAIL_BOUNCE_DOMAIN) => {
    const finding = await checkRecords({ ...BOUNCES, ...changes }, { MAIL_BOUNCE_DOMAIN });
    expect(finding).toEqual({ verdict: 'note', message: expect.stringContaining(message) });
  });

  it('pass when bounces go to a domain of the sender', async () => {
    const finding = await checkRecords(BOUNCES, { MAIL_BOUNCE_DOMAIN: 'bounce.deckle-books.org' });
    expect(finding.verdict).toBe('good');
  });

  const HTTP = { SMTP_URL: '', MAIL_HTTP_URL: 'https://api.relay.example/send', MAIL_HTTP_KEY: 'k' };
  it.each([
    ['without a DKIM key in the settings', { DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_PRIVATE_KEY: '' }],
    ['with a key that only the relay would use', {}],
  ])('are noted, with DKIM unchecked, when a provider’s HTTP API signs emails, %s', async (_key, env) => {
    const { verdict, message } = await checkRecords({ 'deckle-books.org': [] }, { ...HTTP, ...env });
    expect(verdict).toBe('note');
    expect(message).toMatch(/^A DMARC record is published for deckle-books\.org\. Not checked/);
    expect(message).toContain('Not checked: DKIM and the return path, which api.relay.example adds.');
  });

  it('need SPF at MAIL_BOUNCE_DOMAIN, also when a provider’s HTTP API signs emails', async () => {
    const env = { ...HTTP, MAIL_BOUNCE_DOMAIN: 'bounce.deckle-books.org' };
    expect(await checkRecords({}, env)).toMatchObject({
      verdict: 'bad',
      message: expect.stringMatching(/^bounce\.deckle-books\.org has no SPF record\./),
    });
    expect(await checkRecords(BOUNCES, env)).toMatchObject({
      verdict: 'note',
      message: expect.stringMatching(
        /^SPF and DMARC records are published for deckle-books\.org\. Not checked: DKIM, which/,
      ),
    });
  });

  it('are only noted for a reserved domain', async () => {
    expect((await checkRecords({}, RESERVED_SENDER)).verdict).toBe('note');
  });
});

describe('one-click unsubscribe', () => {
  const now = settableClock().now();
  const check = (env = {}) => checkOneClick(withConfig(env), now);

  it('passes when the newsletter’s headers have it and are signed', () => {
    expect(check()).toEqual({
      verdict: 'good',
      message: 'Newsletters have an https link and the header of a one-click unsubscribe, both in the DKIM signature.',
    });
  });

  it('is only noted when a provider’s HTTP API signs emails', () => {
    const http = { SMTP_URL: '', MAIL_HTTP_URL: 'https://api.relay.example/send', MAIL_HTTP_KEY: 'k' };
    expect(check(http)).toEqual({ verdict: 'note', message: expect.stringContaining('Not checked: their DKIM') });
  });

  it.each([
    ['bad', 'for real use', {}],
    ['note', 'with a reserved sender', RESERVED_SENDER],
  ])('is %s without https, %s', (verdict, _use, env) => {
    const message = expect.stringMatching(
      /^A newsletter’s List-Unsubscribe header has no https link; .*support\.google/,
    );
    expect(check({ APP_URL: 'http://localhost:3000', ...env })).toEqual({ verdict, message });
  });

  const MESSAGE = [
    'DKIM-Signature: v=1; d=deckle-books.org;',
    ' h=from:from:list-unsubscribe:list-unsubscribe-post;',
    ' bh=aaaa; b=bbbb',
    'List-Unsubscribe: <https://deckle.example/u>,',
    ' <mailto:u@deckle.example>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    '',
    'List-Unsubscribe: <https://in.the.body>',
  ].join('\r\n');

  it.each([
    [[], '', ''],
    [['List-Unsubscribe header has no https link; set APP_URL to an https URL'], '<https:', '<http:'],
    [['List-Unsubscribe-Post header isn’t List-Unsubscribe=One-Click'], 'One-Click', 'One-Klick'],
    [['List-Unsubscribe-Post header isn’t in the DKIM signature'], ':list-unsubscribe-post;', ';'],
    [['List-Unsubscribe header isn’t in the DKIM signature'], 'list-unsubscribe:', ''],
  ])('names what is missing: %s', (problems, from, to) => {
    expect(oneClickProblems(MESSAGE.replace(from, to))).toEqual(problems);
  });
});
