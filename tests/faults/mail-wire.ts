/** Raw bulk emails: DKIM over both list headers, a working one-click POST, text, and less than 102 kB of HTML. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { simpleParser } from 'mailparser';
import DKIM from 'nodemailer/lib/dkim';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { verifyDkim } from './mail-dkim.ts';
import { currentBusinessDate, seedNewsletter } from './mail-seed.ts';
import { startMailServer } from './mail-server.ts';
import { startSmtpSink } from './mail-sinks.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const DOMAIN = 'deckle.example.test';
const MAX_BYTES = 102_000;
const ALGORITHMS = ['rsa-sha256', 'ed25519-sha256'];
const LIST_HEADERS = ['list-unsubscribe', 'list-unsubscribe-post'];
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

type Keys = Parameters<typeof verifyDkim>[1];

export async function wireTrial(databaseUrl: string, emails: number) {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  const keys = [
    { domain: DOMAIN, selector: 'main', publicKey: createPublicKey(rsa) },
    { domain: DOMAIN, selector: 'ed', publicKey: createPublicKey(ed) },
  ];
  const sink = await startSmtpSink();
  const server = await startMailServer(databaseUrl, {
    SMTP_URL: sink.url,
    DKIM_DOMAIN: DOMAIN,
    DKIM_SELECTOR: 'main',
    DKIM_PRIVATE_KEY: pemOf(rsa),
    DKIM_ED25519_SELECTOR: 'ed',
    DKIM_ED25519_PRIVATE_KEY: pemOf(ed),
  });
  try {
    const id = await seedNewsletter(server.deps.pool, { readers: emails, deals: 72, date: currentBusinessDate() });
    await sendNewsletter(server.deps, { id });
    const violations = sink.received.length === emails ? [] : [`${sink.received.length} of ${emails} emails arrived`];
    for (const { to, raw } of sink.received) {
      for (const problem of await wireProblems(raw, keys)) violations.push(`${to}: ${problem}`);
      const status = await unsubscribeFrom(raw);
      if (status !== 200) violations.push(`${to}: the one-click POST got ${status}`);
    }
    const subscribed = await server.deps.db.reader.count({ where: { status: { not: 'unsubscribed' } } });
    if (subscribed) violations.push(`${subscribed} readers are still subscribed after their one-click POST`);
    return { violations, control: await runControl(sink.received[0]!.raw, rsa, keys) };
  } finally {
    await server.close();
    await sink.close();
  }
}

/** Returns the problems of a raw email. */
async function wireProblems(raw: string, keys: Keys): Promise<string[]> {
  const signatures = verifyDkim(raw, keys);
  const { html, text, headers } = await simpleParser(Buffer.from(raw, 'latin1'), {
    skipHtmlToText: true,
    skipTextToHtml: true,
  });
  const bytes = Buffer.byteLength(html || '');
  return [
    ...ALGORITHMS.filter((name) => !signatures.some(({ algorithm }) => algorithm === name)).map(
      (name) => `no ${name} signature`,
    ),
    ...signatures.filter(({ isValid }) => !isValid).map(({ algorithm }) => `the ${algorithm} signature isn’t valid`),
    ...signatures.flatMap(({ algorithm, headers: covered }) =>
      LIST_HEADERS.filter((name) => !covered.includes(name)).map((name) => `${algorithm} does not cover ${name}`),
    ),
    ...(headers.has('list') ? [] : ['no list headers']),
    ...(text && bytes ? [] : ['text or HTML is missing']),
    ...(bytes < MAX_BYTES ? [] : [`${bytes} bytes of HTML`]),
  ];
}

async function unsubscribeFrom(raw: string) {
  const [, url] = /^List-Unsubscribe: <(http[^>]+)>/im.exec(raw)!;
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const res = await fetch(url!, { method: 'POST', body });
  await res.body?.cancel();
  return res.status;
}

/**
 * Runs the control: nodemailer adds only one signature, which doesn't cover List-Unsubscribe-Post. The check must
 * detect both problems.
 */
async function runControl(raw: string, key: KeyObject, keys: Keys): Promise<ControlResult> {
  const unsigned = raw.replace(/^(DKIM-Signature:.*\r\n([ \t].*\r\n)*)+/, '');
  const signer = new DKIM({ domainName: DOMAIN, keySelector: 'main', privateKey: pemOf(key) });
  const chunks: Buffer[] = [];
  for await (const chunk of signer.sign(Buffer.from(unsigned, 'latin1'))) chunks.push(chunk as Buffer);
  const problems = await wireProblems(Buffer.concat(chunks).toString('latin1'), keys);
  return controlResult(
    problems.join() === 'no ed25519-sha256 signature,rsa-sha256 does not cover list-unsubscribe-post',
  );
}
