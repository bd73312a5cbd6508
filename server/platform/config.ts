/** The only reader of process.env. Each variable is explained here; a wrong or missing one is refused at start, by name. */
import * as z from 'zod';
import { type StripeMode, safetyProblems, stripeModeOf } from './config-safety.ts';
import { dkimKey } from './dkim.ts';
import { smtpProblem } from './smtp-address.ts';
import { StartRefusal } from './start-failure.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const optional = z.string().min(1).optional();
/** As the URL parser writes it: every comparison elsewhere relies on the lower case. */
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const { origin, href } = new URL(value);
  if (href === `${origin}/`) return origin;
  context.addIssue('must be only a scheme, a host, and a port, like https://deckle.example');
  return z.NEVER;
});

const Environment = z.object({
  /** Set by the start scripts. development serves the screens unbuilt, for a demo or sandbox on this machine only. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** What this process does: web answers requests, worker does jobs and the schedule (and answers /healthz, /readyz), all both. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** Interface to listen on. Unset: loopback in the demo and the sandbox, otherwise all. */
  HOST: optional,
  /** The public address, without a slash at the end. Every link in an email starts with it. https, or http://localhost. */
  APP_URL: origin.optional(),
  /** 1: anyone may visit this demo or sandbox. Keeps it out of search engines, says so on every page, and closes its clock. */
  PUBLIC_DEMO: flag.default(false),
  /** 1: the container's port is published on loopback only. docker-compose.yml sets it beside such a port; never set it by hand. */
  PUBLISHED_LOCALLY: flag.default(false),
  /** Unset: the embedded Postgres under DECKLE_DATA_DIR. */
  DATABASE_URL: optional,
  /** A streaming replica for what anybody may read; without it, or while it is away, DATABASE_URL is read. */
  DATABASE_READ_URL: optional,
  /** Where the embedded database, uploads and the sandbox's journal live. */
  DECKLE_DATA_DIR: z.string().default('.data'),
  /** Demo data, the banner and /dev/*. On by itself only with the embedded database. */
  DECKLE_DEMO: flag.optional(),
  /** Stand-ins for Stripe and mail without demo data. */
  DECKLE_SANDBOX: flag.optional(),
  /** Signs tracked links and email tokens. At least 32 characters; the sandbox makes its own when there is none. */
  APP_SECRET: optional,
  /** If required, staff set up a second factor before they can do anything else. Unset: required outside the demo. */
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  /** In the sandbox only: a stand-in for Stripe that runs in another process, instead of an own one (http://127.0.0.1:port). */
  SANDBOX_STRIPE_URL: z.url({ protocol: /^http$/ }).optional(),
  /** In the sandbox only: where the process shall die, for crash tests (platform/failpoints.ts). */
  DECKLE_FAILPOINTS: optional,
  /** Unset: the offline generator answers the public AI tools. */
  OPENAI_API_KEY: optional,
  /** Any server that speaks OpenAI's chat completions. Unset: OpenAI's own. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
  /** US cents per million tokens; both are needed for a model whose price server/ai/price.ts does not know. */
  OPENAI_INPUT_CENTS_PER_MILLION: z.coerce.number().min(0).optional(),
  OPENAI_OUTPUT_CENTS_PER_MILLION: z.coerce.number().min(0).optional(),
  /** What may be spent on a model in one day, in Vancouver's calendar. 0 switches it off. */
  AI_DAILY_BUDGET_CENTS: z.coerce.number().int().min(0).max(1_000_000).default(200),
  /** smtp://user:password@host:587. TLS is required unless the host is this machine or the address ends in ?tls=none. */
  SMTP_URL: optional,
  /** Instead of SMTP_URL: takes one JSON POST per mail, with an Idempotency-Key (platform/mail-http.ts). */
  MAIL_HTTP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The bearer token for MAIL_HTTP_URL. */
  MAIL_HTTP_KEY: optional,
  /** Signs what goes out by SMTP. All three or none; the key is a PEM, its lines also as \n. A provider signs by itself. */
  DKIM_DOMAIN: optional,
  DKIM_SELECTOR: optional,
  DKIM_PRIVATE_KEY: optional,
  /** A second signature with an Ed25519 key under a selector of its own. */
  DKIM_ED25519_SELECTOR: optional,
  DKIM_ED25519_PRIVATE_KEY: optional,
  /** Bounces come back to bounces+key@ this domain; unset: to MAIL_FROM. */
  MAIL_BOUNCE_DOMAIN: optional,
  /** Signs POST /api/v1/mail/events; unset: no events are taken. */
  MAIL_EVENTS_SECRET: optional,
  MAIL_FROM: z.string().default('Deckle <newsletter@deckle.test>'),
  /** Printed under every mail, as the law of most countries asks. */
  POSTAL_ADDRESS: z.string().default('Deckle, 400 West Georgia Street, Vancouver BC'),
  SUPPORT_EMAIL: z.email().default('help@deckle.test'),
  /** Errors of browsers go on to Sentry, or to what speaks its protocol: https://KEY@HOST/PROJECT. Unset: into the log alone. */
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/[^@/\s]+@[^/\s]+\/(\S*\/)?\d+\/?$/, 'must look like https://KEY@HOST/PROJECT')
    .optional(),
  /** Uploads in a bucket of S3, or of what speaks its protocol, instead of DECKLE_DATA_DIR; all four or none. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** An associate's credentials for Amazon's Creators API (version 3.1), which tells of a book by its ASIN; all three or none. */
  AMAZON_CREDENTIAL_ID: optional,
  AMAZON_CREDENTIAL_SECRET: optional,
  AMAZON_PARTNER_TAG: optional,
  AMAZON_API_URL: z.url({ protocol: /^https?$/ }).default('https://creatorsapi.amazon'),
  AMAZON_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://api.amazon.com/auth/o2/token'),
  /** How many proxies stand in front; their X-Forwarded-For is believed that far and no further. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Opens /metrics to `Authorization: Bearer` with it; unset: to nobody outside the demo. */
  METRICS_TOKEN: optional,
  /** info, with a line per request; in the demo warn, so that the addresses stay in sight. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

/** The name of every variable that is read. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

type Environment = z.infer<typeof Environment>;

export type Config = Environment & {
  isDemo: boolean;
  isSandbox: boolean;
  isPublicDemo: boolean;
  stripeMode: StripeMode;
  appUrl: string;
  appSecret: string;
  host: string;
  logLevel: string;
  requiresStaffSecondFactor: boolean;
};

/** Reads and checks the environment. Throws one Error whose message lists every problem. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty value, as env files have them, is none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new StartRefusal(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  }
  const env = parsed.data;
  const isDemo = env.DECKLE_DEMO ?? !env.DATABASE_URL;
  const isSandbox = env.DECKLE_SANDBOX ?? isDemo;
  const problems = [
    ...missingSecrets(env, isSandbox),
    ...safetyProblems(env, { isDemo, isSandbox }),
    ...roleProblems(env, isSandbox),
    ...mailProblems(env),
    ...halves(env),
  ];
  const isPublicDemo = env.PUBLIC_DEMO;
  if (problems.length) throw new StartRefusal(problems);
  return {
    ...env,
    isDemo,
    isSandbox,
    isPublicDemo,
    stripeMode: (isSandbox && env.SANDBOX_STRIPE_URL ? null : stripeModeOf(env.STRIPE_SECRET_KEY)) ?? 'sandbox',
    appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
    appSecret: env.APP_SECRET ?? '',
    requiresStaffSecondFactor: (env.STAFF_SECOND_FACTOR ?? (isDemo ? 'optional' : 'required')) === 'required',
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    host: env.HOST ?? ((isDemo || isSandbox) && !isPublicDemo ? '127.0.0.1' : '0.0.0.0'),
  };
}

function missingSecrets(env: Environment, isSandbox: boolean) {
  if (isSandbox) return [];
  const required = [
    'APP_URL',
    'APP_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    ...(env.MAIL_HTTP_URL ? [] : (['SMTP_URL'] as const)),
  ] as const;
  return required.filter((name) => !env[name]).map((name) => `${name} is required outside the demo.`);
}

const TOGETHER = [
  ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  ['DKIM_ED25519_SELECTOR', 'DKIM_ED25519_PRIVATE_KEY'],
  ['MAIL_HTTP_URL', 'MAIL_HTTP_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['AMAZON_CREDENTIAL_ID', 'AMAZON_CREDENTIAL_SECRET', 'AMAZON_PARTNER_TAG'],
] as const;

/** What is of use only together must be given together. */
const halves = (env: Environment) =>
  TOGETHER.filter((group) => group.some((name) => env[name]) && group.some((name) => !env[name])).map(
    (group) => `${group.join(', ')} must be set together.`,
  );

/** Roles are several processes, and the stand-in for Stripe lives within one. */
const roleProblems = (env: Environment, isSandbox: boolean) =>
  env.ROLE !== 'all' && isSandbox && !env.STRIPE_SECRET_KEY && !env.SANDBOX_STRIPE_URL
    ? [`ROLE=${env.ROLE} needs STRIPE_SECRET_KEY (a key of Stripe's test mode will do).`]
    : [];

/** A key must be able to sign: unsigned bulk mail is thrown away unseen. */
function mailProblems(env: Environment) {
  const alone = env.DKIM_ED25519_SELECTOR && !env.DKIM_DOMAIN ? ['DKIM_ED25519_SELECTOR needs DKIM_DOMAIN.'] : [];
  const wrong = (['DKIM_PRIVATE_KEY', 'DKIM_ED25519_PRIVATE_KEY'] as const).flatMap((name) => {
    try {
      if (env[name]) dkimKey('', env[name]);
      return [];
    } catch {
      return [`${name} is not a private key that can sign.`];
    }
  });
  const relay = env.SMTP_URL ? smtpProblem(env.SMTP_URL) : null;
  return [...alone, ...wrong, ...(relay ? [relay] : [])];
}
