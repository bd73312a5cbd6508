/** TLS to the relay: passwords and reset links travel unencrypted only on this machine, or if the operator allows it. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { checkMail } from '../../scripts/doctor/external-services.ts';
import { readConfig } from './config.ts';
import type { MailTransport } from './mail.ts';
import { smtpMail } from './smtp.ts';
import { smtpAddress } from './smtp-address.ts';

let relay: SMTPServer | undefined;
let mail: MailTransport | undefined;
const seen = { passwords: 0, messages: 0, secure: false };
afterEach(async () => {
  mail?.close();
  await new Promise<void>((resolve) => (relay ? relay.close(() => resolve()) : resolve()));
});

/** Starts a relay and returns its port. Disabling STARTTLS simulates a stripping attack. */
async function startRelay(options: SMTPServerOptions): Promise<number> {
  Object.assign(seen, { passwords: 0, messages: 0, secure: false });
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      seen.passwords++;
      done(null, { user: 'deckle' });
    },
    onData: (stream, session, done) => {
      seen.messages++;
      seen.secure = session.secure;
      stream.resume().on('end', () => done());
    },
  });
  relay = server;
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return (server.server.address() as AddressInfo).port;
}

/** 0.0.0.0 connects to this machine but doesn't count as loopback. */
const send = (host: string, port: number, query = '') => {
  mail = smtpMail({ url: `smtp://deckle:secret@${host}:${port}${query}`, from: 'Deckle <news@deckle.test>' });
  const message = {
    to: 'a@example.test',
    subject: 'Reset',
    html: '<p>link</p>',
    text: 'link',
    messageId: '<1@deckle.test>',
  };
  return mail.send(message).then(
    () => 'accepted',
    (error) => error.outcome,
  );
};

describe('a relay without TLS', () => {
  it('gets neither the password nor the email', async () => {
    const port = await startRelay({ disabledCommands: ['STARTTLS'] });
    expect(await send('0.0.0.0', port)).toBe('unavailable');
    expect(seen).toEqual({ passwords: 0, messages: 0, secure: false });
  });

  it('gets both if the URL says tls=none', async () => {
    const port = await startRelay({ disabledCommands: ['STARTTLS'] });
    expect(await send('0.0.0.0', port, '?tls=none')).toBe('accepted');
    expect(seen).toEqual({ passwords: 1, messages: 1, secure: false });
  });

  it('gets both on this machine', async () => {
    const port = await startRelay({ disabledCommands: ['STARTTLS'] });
    expect(await send('127.0.0.1', port)).toBe('accepted');
    expect(seen).toEqual({ passwords: 1, messages: 1, secure: false });
  });

  it("fails the doctor's check, or gets a note if the URL says tls=none", async () => {
    const port = await startRelay({ disabledCommands: ['STARTTLS'] });
    const check = (query: string) => checkMail({ SMTP_URL: `smtp://deckle:secret@0.0.0.0:${port}${query}` } as never);
    expect((await check('')).verdict).toBe('bad');
    expect((await check('?tls=none')).verdict).toBe('note');
    expect(seen.passwords).toBe(1);
  });
});

it('sends nothing to a relay with an untrusted certificate', async () => {
  const port = await startRelay({});
  expect(await send('0.0.0.0', port)).toBe('unavailable');
  expect(seen).toEqual({ passwords: 0, messages: 0, secure: false });
});

it("keeps the URL's settings other than tls", () => {
  expect(smtpAddress('smtp://u:p@relay.example:587?maxConnections=20&tls=none')).toEqual({
    url: 'smtp://u:p@relay.example:587?maxConnections=20',
    requireTLS: false,
    ignoreTLS: true,
  });
  expect(smtpAddress('smtps://u:p@relay.example')).toMatchObject({ requireTLS: true, ignoreTLS: false });
});

it.each([
  [
    'smtp://relay?tls=off',
    'SMTP_URL has an unsupported TLS setting (tls=off). Remove it to require TLS, or use ?tls=none to turn TLS off.',
  ],
  ['smtp://relay?ignoreTLS=true', 'SMTP_URL has an unsupported TLS setting (ignoreTLS=true).'],
  ['smtp://relay?secure=false', 'SMTP_URL has an unsupported TLS setting (secure=false).'],
  ['relay:587', 'SMTP_URL isn’t a valid relay address'],
  ['https://relay', 'SMTP_URL isn’t a valid relay address'],
])('refuses to start with %s', (SMTP_URL, sentence) => {
  expect(() => readConfig({ SMTP_URL })).toThrow(sentence);
  expect(readConfig({ SMTP_URL: 'smtp://relay:587?maxConnections=20' }).SMTP_URL).toBeTruthy();
});
