/**
 * Unsubscribes during a send: readers get nothing more after one second, and a scanner's GET or HEAD unsubscribes nobody.
 */
import pg from 'pg';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { seededInt } from './kills.ts';
import { openDate, seedNewsletter } from './mail-seed.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type SmtpSink, startSmtpSink } from './mail-sinks.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const MAX_DELAY_MS = 1_000;
/** Ratio of opened links to readers. */
const LINKS_PER_READER = 5;
const SCANNERS = 16;
/** Delays of all emails together: two seconds on each of eight connections. */
const TOTAL_DELAY_MS = 16_000;

type Trial = { databaseUrl: string; links: number; seed: number };
type Outcome = { violations: string[]; opened: number };

/**
 * Scanners open every link of the first emails, in total `links` or slightly more (`opened`). A tenth of the readers
 * unsubscribe during the send.
 */
export async function unsubscribeTrial({ databaseUrl, links, seed }: Trial): Promise<Outcome> {
  const readers = Math.ceil(links / LINKS_PER_READER);
  // Delays each email, so that a send of any size takes a few seconds.
  const sink = await startSmtpSink({ delayMs: Math.max(2, Math.round(TOTAL_DELAY_MS / readers)) });
  const server = await startMailServer(databaseUrl, { SMTP_URL: sink.url });
  try {
    await server.deps.pool.query('truncate readers, reader_categories, deliveries, newsletters cascade');
    const id = await seedNewsletter(server.deps.pool, { readers, deals: 72, date: openDate() });
    const violations = await unsubscribeMidSend(server, sink, { id, count: Math.ceil(readers / 10), seed });
    const scanned = await scan(server, sink, links);
    return { violations: [...violations, ...scanned.violations], opened: scanned.opened };
  } finally {
    await server.close();
    await sink.close();
  }
}

/** Runs the control: a database in which nobody can unsubscribe. It must be red. */
export async function unsubscribeWithoutGuard({ databaseUrl, links, seed }: Trial): Promise<ControlResult> {
  await query(
    databaseUrl,
    `create function stay() returns trigger language plpgsql as 'begin new.status := ''active''; return new; end';
    create trigger stay before update on readers for each row execute function stay()`,
  );
  const { violations } = await unsubscribeTrial({ databaseUrl, links, seed });
  await query(databaseUrl, 'drop trigger stay on readers; drop function stay');
  return controlResult(violations.some((text) => text.includes('after unsubscribing')));
}

async function unsubscribeMidSend(
  { deps, url }: MailServer,
  sink: SmtpSink,
  { id, count, seed }: { id: number; count: number; seed: number },
): Promise<string[]> {
  const roll = seededInt(seed);
  const acceptedAt = new Map<string, number>();
  sink.watch((to) => acceptedAt.set(to, performance.now()));
  const readers = await deps.db.reader.findMany({ select: { id: true, email: true } });
  const unsubscribedAt = new Map<string, number>();
  const sending = sendNewsletter(deps, { id });
  for (let index = 0; index < count; index++) {
    const [reader] = readers.splice(roll(readers.length), 1);
    const { unsubscribe: token } = mailKeys(deps.config.appSecret, { newsletter_id: id, id: reader!.id });
    await fetch(`${url}/api/v1/unsubscribe/${token}`, { method: 'POST' }).then((res) => res.body?.cancel());
    unsubscribedAt.set(reader!.email!, performance.now());
  }
  await sending;
  return [...unsubscribedAt]
    .filter(([email, at]) => (acceptedAt.get(email) ?? 0) > at + MAX_DELAY_MS)
    .map(([email]) => `${email} got an email more than a second after unsubscribing`);
}

/** Opens every link of the first emails as scanners do, including the unsubscribe header's and the hidden ones. */
async function scan({ deps, url }: MailServer, { received }: SmtpSink, count: number): Promise<Outcome> {
  const before = await deps.db.reader.count({ where: { status: 'active' } });
  const links: { link: string; method: string }[] = [];
  for (const [email, { raw }] of received.entries()) {
    if (links.length >= count) break;
    // Each link of an email gets the other method in the next email.
    links.push(...linksIn(raw, url).map((link, index) => ({ link, method: (email + index) % 2 ? 'HEAD' : 'GET' })));
  }
  const queue = links.values();
  const openLinks = async () => {
    for (const { link, method } of queue) {
      const res = await fetch(link, { method, redirect: 'manual' });
      await res.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: SCANNERS }, openLinks));
  const after = await deps.db.reader.count({ where: { status: 'active' } });
  const violations = before === after ? [] : [`${before - after} readers were unsubscribed by scanners`];
  return { violations, opened: links.length };
}

/** Returns the distinct links to our server in an email. */
function linksIn(raw: string, url: string) {
  const text = raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&');
  const links = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)]
    .map(([link]) => link)
    .filter((link) => link.startsWith(url));
  return [...new Set(links)];
}

async function query(databaseUrl: string, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
