/** The composition root: everything stateful is built here, once, and handed down. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Router } from 'express';
import { createAiModel } from './ai/openai.ts';
import { createStripe } from './billing/stripe.ts';
import { type BlobStore, fileBlobs } from './platform/blobs.ts';
import type { SettableClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { addDatabaseMetrics } from './platform/database-metrics.ts';
import type { BookData, Deps } from './platform/deps.ts';
import { dkimKey, dkimSigner } from './platform/dkim.ts';
import { unavailable } from './platform/errors.ts';
import { hookOf, setFailpointHook } from './platform/failpoints.ts';
import { createLimits } from './platform/http/rate-limits.ts';
import { createLog, type Log } from './platform/log.ts';
import type { MailRenderer, MailTransport } from './platform/mail.ts';
import { httpMail } from './platform/mail-http.ts';
import { lazy } from './platform/memoize.ts';
import { createMetrics } from './platform/metrics.ts';
import { createQueue } from './platform/queue.ts';
import { openReads } from './platform/replica.ts';
import type { SandboxStripe } from './sandbox/stripe/server.ts';

export type Built = {
  deps: Deps;
  /** The stand-in, for tests that turn its faults; null when the real Stripe is used. */
  sandboxStripe: SandboxStripe | null;
  /** /dev/*, in the sandbox only. `advance` moves the clock and runs what becomes due. */
  devTools: ((advance: (target: Date) => Promise<string[]>) => Router) | null;
  close(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  clock: SettableClock;
  /** The mail components: the built ones unless a test brings its own. */
  mailRenderer?: () => Promise<MailRenderer>;
  log?: Log;
};

export async function buildDeps(
  config: Config,
  { databaseUrl, clock, mailRenderer = builtMails, log = createLog(config.logLevel) }: Options,
): Promise<Built> {
  const { db, pool } = openDatabase(databaseUrl);
  if (config.isSandbox) await restoreClock(clock, pool);
  const now = () => clock.now();
  const appSecret = config.isSandbox ? keptSecret(config) : config.appSecret;
  const ownSandbox = config.isSandbox && !config.STRIPE_SECRET_KEY && !config.SANDBOX_STRIPE_URL;
  const sandboxStripe = ownSandbox ? await startStripe(config, now, log) : null;
  if (config.isSandbox && config.DECKLE_FAILPOINTS) setFailpointHook(hookOf(config.DECKLE_FAILPOINTS));
  const mail = (await mailOutward(config)) ?? (await capturedMail(config, db, now));
  const replica = config.DATABASE_READ_URL ? openReads(config.DATABASE_READ_URL, { primary: pool, log }) : null;
  const metrics = createMetrics();
  const deps: Deps = {
    config: { ...config, appSecret },
    log,
    metrics,
    clock,
    now,
    db,
    reads: replica?.db ?? db,
    pool,
    readsPool: replica?.pool ?? pool,
    queue: createQueue(pool, log, metrics.job),
    mail,
    mailRenderer,
    blobs: await blobsOf(config),
    bookData: await bookData(config, { now, log }),
    limits: createLimits(pool),
    ai: createAiModel(config),
    stripe: sandboxStripe ? sandboxedStripe(sandboxStripe.secretKey, sandboxStripe) : await stripeOutside(config),
  };
  addDatabaseMetrics(deps);
  return {
    deps,
    sandboxStripe,
    devTools: config.isSandbox ? await loadDevTools(deps, sandboxStripe) : null,
    close: async () => {
      await deps.queue.stop();
      mail.close();
      await sandboxStripe?.close();
      await replica?.close();
      await db.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** The real one, or a stand-in that another process runs. */
async function stripeOutside(config: Config): Promise<Deps['stripe']> {
  if (config.isSandbox && config.SANDBOX_STRIPE_URL) {
    const { keysFrom } = await import('./sandbox/stripe/keys.ts');
    const { hostname: host, port } = new URL(config.SANDBOX_STRIPE_URL);
    return sandboxedStripe(keysFrom().secretKey, { host, port: Number(port), protocol: 'http' });
  }
  return stripeWith(() => createStripe(config.STRIPE_SECRET_KEY!), {
    mode: config.stripeMode,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
  });
}

const sandboxedStripe = (
  secretKey: string,
  { host, port, protocol }: Pick<SandboxStripe, 'host' | 'port' | 'protocol'>,
): Deps['stripe'] =>
  stripeWith(() => createStripe(secretKey, { host, port, protocol }), {
    mode: 'sandbox',
    publishableKey: null,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
  });

function stripeWith(create: () => Deps['stripe']['api'], facts: Omit<Deps['stripe'], 'api'>): Deps['stripe'] {
  const api = lazy(create);
  return {
    ...facts,
    get api() {
      return api();
    },
  };
}

const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

async function startStripe(config: Config, now: () => Date, log: Log) {
  const { startSandboxStripe } = await import('./sandbox/stripe/server.ts');
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  return startSandboxStripe({
    journalFile: join(config.DECKLE_DATA_DIR, 'stripe-journal.jsonl'),
    now,
    log,
    webhook: { url: () => `http://127.0.0.1:${config.PORT}/api/v1/stripe/webhook`, secret: SANDBOX_WEBHOOK_SECRET },
  });
}

/** The demo goes on at the time it was set to. */
async function restoreClock(clock: SettableClock, pool: Deps['pool']) {
  const { keptOffset } = await import('./sandbox/demo-clock.ts');
  const offset = await keptOffset(pool);
  if (offset) clock.set(new Date(clock.now().getTime() + offset));
}

async function loadDevTools(deps: Deps, stripe: SandboxStripe | null) {
  const { createDevTools } = await import('./sandbox/dev-tools.ts');
  return (advance: (target: Date) => Promise<string[]>) => createDevTools(deps, { stripe, advance });
}

/** The provider's HTTP interface if there is one, else the relay; null without either. */
async function mailOutward(config: Config): Promise<MailTransport | null> {
  const { MAIL_HTTP_URL, MAIL_HTTP_KEY, SMTP_URL, MAIL_FROM: from } = config;
  if (MAIL_HTTP_URL) return httpMail({ url: MAIL_HTTP_URL, key: MAIL_HTTP_KEY!, from });
  if (!SMTP_URL) return null;
  const { smtpMail } = await import('./platform/smtp.ts');
  return smtpMail({ url: SMTP_URL, from, sign: signerOf(config) });
}

function signerOf(config: Config) {
  if (!config.DKIM_DOMAIN) return null;
  const keys = [dkimKey(config.DKIM_SELECTOR!, config.DKIM_PRIVATE_KEY!)];
  const { DKIM_ED25519_SELECTOR: selector, DKIM_ED25519_PRIVATE_KEY: pem } = config;
  return dkimSigner(config.DKIM_DOMAIN, selector && pem ? [...keys, dkimKey(selector, pem)] : keys);
}

async function capturedMail(config: Config, db: Deps['db'], now: () => Date) {
  const { captureMail } = await import('./sandbox/mailbox.ts');
  return captureMail(db, { from: config.MAIL_FROM, now });
}

/** Amazon where there are credentials, then the demo's catalogue. Without either a lookup is refused; typing always works. */
async function bookData(config: Config, { now, log }: Pick<Deps, 'now' | 'log'>): Promise<BookData> {
  const providers: BookData[] = [];
  if (config.AMAZON_CREDENTIAL_ID) {
    const { creatorsApi } = await import('./books/creators-api.ts');
    providers.push(
      creatorsApi({
        url: config.AMAZON_API_URL,
        tokenUrl: config.AMAZON_TOKEN_URL,
        credentialId: config.AMAZON_CREDENTIAL_ID,
        credentialSecret: config.AMAZON_CREDENTIAL_SECRET!,
        partnerTag: config.AMAZON_PARTNER_TAG!,
        now,
        log,
      }),
    );
  }
  if (config.isSandbox) providers.push((await import('./sandbox/book-data.ts')).sandboxBookData());
  return {
    lookup: async (asin) => {
      if (!providers.length)
        throw unavailable('Looking books up is not set up on this installation. Please type the details in.');
      for (const { lookup } of providers) {
        const found = await lookup(asin);
        if (found) return found;
      }
      return null;
    },
  };
}

/** Built by Vite, since Node does not strip JSX. */
const builtMails = () => import(resolve('dist/server/emails.js')) as Promise<MailRenderer>;

/** A sandbox without APP_SECRET makes its own and keeps it, so that links in captured emails survive a restart. */
function keptSecret(config: Config) {
  if (config.APP_SECRET) return config.APP_SECRET;
  const file = join(config.DECKLE_DATA_DIR, 'app-secret');
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  if (!existsSync(file)) writeWhole(file, randomBytes(32).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/** Several processes may start at the same moment: the first one's file stays, and nobody reads half of it. */
function writeWhole(file: string, text: string) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  rmSync(draft);
}

/** The bucket's client is loaded where there is a bucket. */
async function blobsOf(config: Config): Promise<BlobStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  if (!endpoint || !bucket) return fileBlobs(join(config.DECKLE_DATA_DIR, 'blobs'));
  const { s3Blobs } = await import('./platform/s3-blobs.ts');
  const [accessKeyId, secretAccessKey] = [config.S3_ACCESS_KEY_ID!, config.S3_SECRET_ACCESS_KEY!];
  return s3Blobs({ endpoint, bucket, region, accessKeyId, secretAccessKey });
}
