/**
 * Control of the sending benchmark: reads readers by keyset, sends emails of 35 kB through nodemailer's pool,
 * and logs a row for each, in batches of a thousand. Nothing is marked before sending, so a crash would email
 * hundreds of readers twice. No preferences are checked.
 */
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import pg from 'pg';

export type BareSendOptions = { databaseUrl: string; smtpUrl: string; connections: number; emails: number };

type Reader = { id: number; email: string; key: string };

const BATCH = 1_000;
/** Half of an email's content. Emails have 35 kB in all; the load test's newsletters have 35 to 39 kB. */
const HALF = 'A harbor town, a drowned ferryman, and a ledger that nobody wants again.=\r\n'.repeat(230);

const { databaseUrl, smtpUrl, connections, emails } = JSON.parse(process.argv[2]!) as BareSendOptions;
const db = new pg.Client({ connectionString: databaseUrl });
const mailer = nodemailer.createTransport({ url: smtpUrl, pool: true, maxConnections: connections } as object);
await db.connect();
await db.query('create temp table log (reader_id int primary key, key uuid, accepted_at timestamptz)');

const startedAt = performance.now();
let cursor = 0;
for (let sent = 0; sent < emails; sent += BATCH) {
  const { rows } = await db.query<Reader>(
    `select r.id, email::text as email, array_agg(category_id) as category_ids
     from readers r join reader_categories on reader_id = r.id where r.id > $1 group by r.id order by r.id limit ${BATCH}`,
    [cursor],
  );
  cursor = rows.at(-1)!.id;
  for (const row of rows) row.key = randomUUID();
  const queue = rows.values();
  await Promise.all(Array.from({ length: 2 * connections }, () => sendAll(queue)));
  await db.query('insert into log select id, key, now() from unnest($1::int[], $2::uuid[]) as n(id, key)', [
    rows.map(({ id }) => id),
    rows.map(({ key }) => key),
  ]);
}
/** Emails per second. */
console.log((emails * 1000) / (performance.now() - startedAt));
mailer.close();
await db.end();

async function sendAll(readers: Iterable<Reader>) {
  for (const { email, key } of readers)
    await mailer.sendMail({ envelope: { from: `${key}@deckle.test`, to: [email] }, raw: composeEmail(email, key) });
}

function composeEmail(email: string, key: string) {
  return [
    'From: Deckle <newsletter@deckle.test>',
    `To: ${email}`,
    'Subject: The deals of today',
    `Message-ID: <${key}@deckle.test>`,
    `List-Unsubscribe: <https://deckle.test/${key}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `${HALF}https://deckle.test/${key}`,
    HALF,
  ].join('\r\n');
}
