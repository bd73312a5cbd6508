/**
 * Unsubscribes during a send: readers get nothing more after one second. Every email has its reader's links for opting
 * out, they work, and a scanner's GET or HEAD unsubscribes nobody.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { mailKeys, oneClickUrl } from '#server/platform/mail-keys.ts';
import { seededInt } from './kills.ts';
import { currentBusinessDate, seedNewsletter } from './mail-seed.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type SmtpSink, startSmtpSink } from './mail-sinks.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const MAX_DELAY_MS = 1_000;
/** Ratio of opened links to readers. An email has eight opt-out links. */
const LINKS_PER_READER = 10;
const SCANNERS = 16;
/** Delays of all emails together: two seconds on each of eight connections. */
const TOTAL_DELAY_MS = 16_000;

type Trial = { databaseUrl: string; links: number; seed: number };
type Outcome = { violations: string[]; opened: number };
/** An email as a scanner reads it: its recipient, and its distinct links to our server. */
type ScannedEmail = { to: string; links: readonly string[] };

/**
 * Scanners open the opt-out links of every email, and then all other links of one email after another, until they have
 * opened at least `links`. `opened` is the number they opened. A tenth of the readers unsubscribe during the send.
 * `control` is the result of the scan's control.
 */
export async function unsubscribeTrial({
  databaseUrl,
  links,
  seed,
}: Trial): Promise<Outcome & { control: ControlResult }> {
  const readers = Math.ceil(links / LINKS_PER_READER);
  // Delays each email, so that even a small send takes a few seconds.
  const sink = await startSmtpSink({ delayMs: Math.max(2, Math.round(TOTAL_DELAY_MS / readers)) });
  const server = await startMailServer(databaseUrl, { SMTP_URL: sink.url });
  try {
    await server.deps.pool.query('truncate readers, reader_categories, deliveries, newsletters cascade');
    const id = await seedNewsletter(server.deps.pool, { readers, deals: 72, date: currentBusinessDate() });
    const violations = await unsubscribeMidSend(server, sink, { id, count: Math.ceil(readers / 10), seed });
    const emails = sink.received.map(({ to, raw }) => ({ to, links: linksIn(raw, server.url) }));
    const scanned = await scan(server, emails, { id, count: links });
    return {
      violations: [...violations, ...scanned.violations],
      opened: scanned.opened,
      control: await runScanControl(server, emails[0]!, id),
    };
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
  const { violations } = await unsubscribeTrial({ databaseUrl, links, seed }).finally(() =>
    query(databaseUrl, 'drop trigger stay on readers; drop function stay'),
  );
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

type Visit = { to: string; link: string; method: 'GET' | 'HEAD' };

/** Opens links as scanners do, including the unsubscribe header's and the hidden ones. */
async function scan(
  { deps, url }: MailServer,
  emails: readonly ScannedEmail[],
  { id, count }: { id: number; count: number },
): Promise<Outcome> {
  const before = await deps.db.reader.count({ where: { status: 'active' } });
  const readers = await deps.db.reader.findMany({ select: { id: true, uuid: true, email: true } });
  const expected = new Map(readers.map((reader) => [reader.email, optOutLinksOf(deps.config, reader, id)]));
  const violations = emails.flatMap(({ to, links }) =>
    expected
      .get(to)!
      .filter((link) => !links.includes(link))
      .map((link) => `${to}: no link to ${link}`),
  );
  const isOptOut = (link: string) => OPT_OUT_PATHS.some((path) => link.startsWith(url + path));
  const visits = emails.map(({ to, links }, email) =>
    // The method of each link alternates from email to email.
    links.map((link, index): Visit => ({ to, link, method: (email + index) % 2 ? 'HEAD' : 'GET' })),
  );
  const optOuts = visits.flat().filter(({ link }) => isOptOut(link));
  const others: Visit[] = [];
  for (const ofEmail of visits) {
    if (optOuts.length + others.length >= count) break;
    others.push(...ofEmail.filter(({ link }) => !isOptOut(link)));
  }
  const queue = [...optOuts, ...others].values();
  const openLinks = async () => {
    for (const { to, link, method } of queue) {
      const res = await fetch(link, { method, redirect: isOptOut(link) ? 'follow' : 'manual' });
      await res.body?.cancel();
      // The deals of this trial don't exist, so their links lead nowhere.
      if (isOptOut(link) && res.status !== 200) violations.push(`${to}: ${method} ${link} got ${res.status}`);
    }
  };
  await Promise.all(Array.from({ length: SCANNERS }, openLinks));
  const after = await deps.db.reader.count({ where: { status: 'active' } });
  if (before !== after) violations.push(`${before - after} readers were unsubscribed by scanners`);
  return { violations, opened: optOuts.length + others.length };
}

const OPT_OUT_PATHS = ['/api/v1/unsubscribe/', '/readers/'];

/** The links with which a reader can opt out of a newsletter: the header's, the preferences, and "Unsubscribe". */
function optOutLinksOf(
  config: MailServer['deps']['config'],
  { id, uuid }: { id: number; uuid: string },
  newsletter_id: number,
): string[] {
  const { unsubscribe } = mailKeys(config.appSecret, { newsletter_id, id });
  const preferences = `${config.appUrl}/readers/${uuid}/edit`;
  return [oneClickUrl(config, unsubscribe), preferences, `${preferences}?unsubscribe=1#unsubscribe`];
}

/**
 * Runs the scan's control: an email without the header's link, with an unknown reader's preferences, and with a broken
 * "Unsubscribe" link. The scan must report each of them.
 */
async function runScanControl(server: MailServer, { to }: ScannedEmail, id: number): Promise<ControlResult> {
  const reader = await server.deps.db.reader.findUniqueOrThrow({ where: { email: to } });
  const expected = optOutLinksOf(server.deps.config, reader, id);
  const [, preferences, unsubscribe] = expected as [string, string, string];
  const broken = unsubscribe.replace('/edit', '/edits');
  const links = [preferences.replace(reader.uuid, randomUUID()), broken];
  const { violations } = await scan(server, [{ to, links }], { id, count: 0 });
  const found = [...expected.map((link) => `${to}: no link to ${link}`), `${to}: HEAD ${broken} got 404`];
  return controlResult(violations.join() === found.join());
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
