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
const LINKS_PER_MAIL = 5;
const SCANNERS = 16;
/** Delays of all emails together: two seconds on each of eight connections. */
const TOTAL_DELAY_MS = 16_000;

type Trial = { databaseUrl: string; links: number; seed: number };

/** `links` is the number of links that scanners open, five per reader. Every tenth reader unsubscribes during the send. */
export async function unsubscribeTrial({ databaseUrl, links, seed }: Trial): Promise<string[]> {
  const readers = Math.ceil(links / LINKS_PER_MAIL);
  // Delays each email, so that a send of any size takes a few seconds.
  const sink = await startSmtpSink({ delayMs: Math.max(2, Math.round(TOTAL_DELAY_MS / readers)) });
  const server = await startMailServer(databaseUrl, { SMTP_URL: sink.url });
  try {
    await server.deps.pool.query('truncate readers, reader_categories, deliveries, newsletters cascade');
    const id = await seedNewsletter(server.deps.pool, { readers, deals: 72, date: openDate() });
    const violations = await unsubscribeMidSend(server, sink, { id, count: Math.ceil(readers / 10), seed });
    return [...violations, ...(await scan(server, sink, links))];
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
  const violations = await unsubscribeTrial({ databaseUrl, links, seed });
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

/** Opens every kind of link as scanners do: unsubscribe headers, preferences, and stores. */
async function scan({ deps, url }: MailServer, { received }: SmtpSink, count: number): Promise<string[]> {
  const before = await deps.db.reader.count({ where: { status: 'active' } });
  const links = received.flatMap(({ raw }) => linksIn(raw, url)).slice(0, count);
  const queue = links.entries();
  const openLinks = async () => {
    for (const [index, link] of queue) {
      const res = await fetch(link, { method: index % 2 ? 'HEAD' : 'GET', redirect: 'manual' });
      await res.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: SCANNERS }, openLinks));
  const after = await deps.db.reader.count({ where: { status: 'active' } });
  return before === after ? [] : [`${before - after} readers were unsubscribed by scanners`];
}

function linksIn(raw: string, url: string) {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const links = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)]
    .map(([link]) => link)
    .filter((link) => link.startsWith(url));
  return [...new Set(links)].slice(0, LINKS_PER_MAIL);
}

async function query(databaseUrl: string, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
