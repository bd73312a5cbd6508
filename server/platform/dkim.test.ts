import { generateKeyPairSync } from 'node:crypto';
import nodemailer from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { verifyDkim } from '../../tests/faults/mail-dkim.ts';
import { readConfig } from './config.ts';
import { dkimKey, dkimSigner } from './dkim.ts';

const pemOf = (key: { export(options: object): string | Buffer }) =>
  String(key.export({ type: 'pkcs8', format: 'pem' }));
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const DOMAIN = 'deckle.example.test';
const keys = [
  { domain: DOMAIN, selector: 'main', publicKey: rsa.publicKey },
  { domain: DOMAIN, selector: 'ed', publicKey: ed25519.publicKey },
];
const sign = dkimSigner(DOMAIN, [dkimKey('main', pemOf(rsa.privateKey)), dkimKey('ed', pemOf(ed25519.privateKey))]);

const MESSAGE = [
  'From: Deckle <newsletter@deckle.example.test>',
  'To: reader@example.test',
  'Subject:  =?UTF-8?Q?Today=3A?=',
  '\t=?UTF-8?Q?_=E2=80=9CEmma=E2=80=9D?=',
  'List-Unsubscribe: <https://deckle.example.test/u/1>,',
  ' <mailto:help@deckle.example.test>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Emma, woodhouse.  Two  spaces.',
  '.',
  '',
  '',
  '',
].join('\r\n');

describe('a DKIM signature', () => {
  const signed = sign(Buffer.from(MESSAGE)).toString('latin1');

  it('uses RSA and Ed25519, and covers both List-Unsubscribe headers', () => {
    const verified = verifyDkim(signed, keys);
    expect(verified.map(({ selector, algorithm, isValid }) => [selector, algorithm, isValid])).toEqual([
      ['main', 'rsa-sha256', true],
      ['ed', 'ed25519-sha256', true],
    ]);
    for (const { headers } of verified)
      expect(headers).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']));
  });

  it('leaves the message unchanged and has short lines', () => {
    expect(signed.endsWith(MESSAGE)).toBe(true);
    const added = signed.slice(0, -MESSAGE.length);
    for (const line of added.split('\r\n')) expect(line.length).toBeLessThan(200);
    expect(added.match(/^DKIM-Signature: /gm)).toHaveLength(2);
  });

  it.each([
    ['the body', 'woodhouse', 'Woodhouse'],
    ['the sender', '<newsletter@', '<newsIetter@'],
    ['the one-click header', 'One-Click', 'One-Klick'],
    ['the unsubscribe link', '/u/1', '/u/2'],
    ['the number of senders', 'From: Deckle', 'From: Somebody <x@y.test>\r\nFrom: Deckle'],
  ])('fails verification if %s is changed', (_part, from, to) => {
    expect(verifyDkim(signed.replace(from, to), keys).map(({ isValid }) => isValid)).toEqual([false, false]);
  });

  it('survives relays: folding, spaces, trailing empty lines', () => {
    const relayed = signed
      .replace('Subject:  =?UTF-8?Q?Today=3A?=\r\n\t', 'SUBJECT: =?UTF-8?Q?Today=3A?=\r\n   ')
      .replace(/(\r\n)+$/, '\r\n');
    expect(relayed).not.toBe(signed);
    expect(verifyDkim(relayed, keys).map(({ isValid }) => isValid)).toEqual([true, true]);
  });

  it("is checked by a verifier that accepts nodemailer's signatures and rejects changes (control)", async () => {
    const transport = nodemailer.createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      dkim: { domainName: DOMAIN, keySelector: 'main', privateKey: pemOf(rsa.privateKey) },
    } as object);
    const mail = { from: 'a@deckle.example.test', to: 'b@example.test', subject: 'Hello “you”', text: 'Zoë  \n\n\n' };
    const { message } = (await transport.sendMail(mail)) as unknown as { message: Buffer };
    expect(verifyDkim(message.toString('latin1'), keys)).toMatchObject([{ algorithm: 'rsa-sha256', isValid: true }]);
    const changed = message.toString('latin1').replace('b@example.test', 'c@example.test');
    expect(verifyDkim(changed, keys)).toMatchObject([{ isValid: false }]);
  });
});

describe('the email configuration', () => {
  const demo = { DECKLE_DEMO: '1' };
  const refusal = (environment: Record<string, string>) => {
    try {
      readConfig({ ...demo, ...environment });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("refuses an incomplete setup and a key that can't sign", () => {
    const complete = { DKIM_DOMAIN: DOMAIN, DKIM_SELECTOR: 'main', DKIM_PRIVATE_KEY: pemOf(rsa.privateKey) };
    expect(refusal(complete)).toBeNull();
    expect(refusal({ ...complete, DKIM_PRIVATE_KEY: pemOf(rsa.privateKey).replaceAll('\n', '\\n') })).toBeNull();
    expect(refusal({ DKIM_DOMAIN: DOMAIN })).toContain(
      'DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY must be set together.',
    );
    expect(refusal({ ...complete, DKIM_PRIVATE_KEY: 'nonsense' })).toContain(
      'DKIM_PRIVATE_KEY isn’t a valid RSA or Ed25519 private key',
    );
    expect(refusal({ MAIL_HTTP_URL: 'https://mail.example.test' })).toContain('MAIL_HTTP_KEY must be set together');
    expect(refusal({ DKIM_ED25519_SELECTOR: 'ed', DKIM_ED25519_PRIVATE_KEY: pemOf(ed25519.privateKey) })).toContain(
      'DKIM_ED25519_SELECTOR needs DKIM_DOMAIN.',
    );
  });
});
