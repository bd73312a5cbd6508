/**
 * Load test of sending a newsletter from the database to a local sink, with its delivery log. `npm run bench` uses it,
 * too. See docs/performance.md#last-figures.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import nodeFlags from '../../scripts/node-flags.json' with { type: 'json' };
import { type TrialDatabase, withTrialDatabase } from '../cluster.ts';
import { type EmailSink, startFastHttpSink, startFastSmtpSink } from './email-sinks.ts';
import type { BareSendOptions } from './newsletter-bare.ts';
import type { FreezeReport, LoadOptions, SendReport } from './newsletter-child.ts';
import { seedDay } from './newsletter-seed.ts';

/** `senders` is the number of processes; each has `connections` SMTP connections. `until` is 'sent' or 'frozen'. */
export const options = {
  readers: 100_000,
  promotions: 100,
  over: 'smtp',
  senders: 1,
  connections: 8,
  until: 'sent',
} as const;
type Options = {
  readers: number;
  promotions: number;
  over: string;
  senders: number;
  connections: number;
  until: string;
};

const DATE = '2026-12-02';
/** An hour after the cutoff. */
const NOW = '2026-12-02T18:00:00Z';
/** Maximum number of emails that the control sends before the measured send, and again after it. */
const BARE_EMAILS = 10_000;

export type LoadResult = {
  frozen: FreezeReport;
  /** Seconds from the first sender's start to the last one's end. */
  send: number;
  /** Processor seconds of all senders. */
  cpu: number;
  /** Resident memory of the largest sender, in bytes. */
  peak_rss: number;
  emails: number;
  bytes: number;
  states: readonly { state: string; count: number }[];
  emailsPerCommit: number;
  /** Share of updates of deliveries (marks and outcomes) that were HOT updates, which write no new index entry. */
  hot: number;
  /** Emails per second of nodemailer's pool alone, in the same minutes. */
  bare: number;
};

export const run = async (options: Options) => {
  const result = await sendNewsletter(options);
  return [...freezeLines(result), ...(options.until === 'sent' ? sendLines(result, options) : [])];
};

export async function sendNewsletter(options: Options): Promise<LoadResult> {
  const { readers, promotions, over, senders, connections } = options;
  const shouldSend = options.until === 'sent';
  const sink = over === 'http' ? await startFastHttpSink() : await startFastSmtpSink();
  const measureIn = async ({ databaseUrl, dataDir }: TrialDatabase): Promise<LoadResult> => {
    const { db, pool } = openDatabase(databaseUrl, { connections: 4, maxSilenceMs: 0 });
    await seedDay(pool, { readers, promotions, date: DATE });
    const bareOptions = { databaseUrl, connections, emails: Math.min(readers, BARE_EMAILS) };
    const bareBefore = shouldSend ? await sendBare(bareOptions) : 0;
    const commitsBefore = await countCommits(pool);
    const child = {
      databaseUrl,
      now: NOW,
      env: { ...envOf(dataDir, databaseUrl), ...mailEnv(sink, over, connections) },
    };
    const frozen = (await runChild({ ...child, date: DATE })) as FreezeReport;
    const { newsletter_id } = frozen;
    const reports = (await Promise.all(
      Array.from({ length: shouldSend ? senders : 0 }, () => runChild({ ...child, newsletter_id })),
    )) as SendReport[];
    const { rows: states } = await pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from deliveries group by 1 order by 1',
    );
    const hot = await hotShare(pool);
    const emailsPerCommit = readers / ((await countCommits(pool)) - commitsBefore);
    const bareAfter = shouldSend ? await sendBare(bareOptions) : 0;
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    return {
      frozen,
      send: (Math.max(...reports.map(({ ended }) => ended)) - Math.min(...reports.map(({ began }) => began))) / 1000,
      cpu: reports.reduce((sum, { cpu }) => sum + cpu, 0),
      peak_rss: Math.max(...reports.map(({ peak_rss }) => peak_rss)),
      emails: sink.emails(),
      bytes: sink.bytes(),
      states,
      emailsPerCommit,
      hot,
      bare: (bareBefore + bareAfter) / 2,
    };
  };
  try {
    return await withTrialDatabase(measureIn);
  } finally {
    await sink.close();
  }
}

const envOf = (dataDir: string, DATABASE_URL: string): Record<string, string> => ({
  NODE_ENV: 'production',
  APP_URL: 'https://deckle.example.test',
  DATABASE_URL,
  DECKLE_DATA_DIR: dataDir,
  DECKLE_DEMO: '0',
  DECKLE_SANDBOX: '0',
  APP_SECRET: 'a secret of the measurements, long enough',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  ...OPERATOR,
});

const mailEnv = ({ url }: EmailSink, over: string, connections: number): Record<string, string> =>
  over === 'http'
    ? { MAIL_HTTP_URL: url, MAIL_HTTP_KEY: 'none' }
    : { SMTP_URL: `${url}?maxConnections=${connections}` };

/** Returns the database's number of commits. Exited processes have reported theirs. */
async function countCommits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select xact_commit::int as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.count;
}

async function hotShare(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ share: number }>(
    `select coalesce(sum(n_tup_hot_upd)::float / nullif(sum(n_tup_upd), 0), 0) as share from pg_stat_user_tables where relname like 'deliveries\\_%'`,
  );
  return rows[0]!.share;
}

const runChild = async (options: LoadOptions) =>
  JSON.parse(await outputOf('newsletter-child', options)) as FreezeReport | SendReport;

/** Runs the control against a separate sink, so that it doesn't affect the measurement. */
async function sendBare(options: Omit<BareSendOptions, 'smtpUrl'>): Promise<number> {
  const sink = await startFastSmtpSink();
  try {
    return Number(await outputOf('newsletter-bare', { ...options, smtpUrl: sink.url }));
  } finally {
    await sink.close();
  }
}

const outputOf = (name: string, options: object): Promise<string> =>
  text(
    spawn(process.execPath, [...nodeFlags, `tests/load/${name}.ts`, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }).stdout,
  );

const megabytes = (size: number) => `${Math.round(size / 2 ** 20)} MB`;

const freezeLines = ({
  frozen: { decide, freeze, ranges, longest_range, start_rss, peak_rss },
  states,
}: LoadResult) => [
  `deliveries: ${states.map(({ state, count }) => `${count} ${state}`).join(', ')}`,
  `freeze: content in ${decide.toFixed(1)} s, recipients in ${freeze.toFixed(1)} s, ${ranges} ranges, the longest ${Math.round(1000 * longest_range)} ms`,
  `memory: ${megabytes(start_rss)} at the start, ${megabytes(peak_rss)} at most while freezing`,
];

function sendLines(sent: LoadResult, { over, senders }: Options) {
  const { send, cpu, peak_rss, emails, bytes, emailsPerCommit, hot, bare } = sent;
  return [
    `${emails} emails over ${over} by ${senders} process${senders > 1 ? 'es' : ''}, ${Math.round(bytes / emails / 1000)} kB each`,
    `send ${send.toFixed(1)} s: ${Math.round(emails / send)} emails per second, ${Math.round((cpu * 1e6) / emails)} µs of the sender's CPU each`,
    `memory: ${megabytes(peak_rss)} at most while sending, in each process`,
    `${emailsPerCommit.toFixed(1)} emails per commit`,
    `${Math.round(100 * hot)}% of the updates of deliveries are HOT updates`,
    `nodemailer's pool alone, without marks: ${Math.round(bare)} emails per second; the send is ${(emails / send / bare).toFixed(1)} times as fast`,
  ];
}
