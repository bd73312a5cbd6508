/**
 * The only reader of process.env, except for prisma.config.ts, scripts/*.mjs, and tests. Every variable is declared
 * here. An invalid variable or a missing required one is refused at startup, by name. See
 * docs/decisions/0075-node-env-defaults-to-production.md.
 */
import * as z from 'zod';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type StripeMode, safetyProblems, stripeModeOf } from './config-safety.ts';
import { dkimKey } from './dkim.ts';
import { missingIdentity, type Operator, operatorOf } from './operator.ts';
import { smtpProblem } from './smtp-address.ts';
import { StartupError } from './start-failure.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const optional = z.string().min(1).optional();
/** An optional text that is printed on one line. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\r\n]+$/, 'must be one line')
    .optional();
/** Normalized by the URL parser, because comparisons elsewhere rely on lower case. */
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const { origin, href } = new URL(value);
  if (href === `${origin}/`) return origin;
  context.addIssue('must be only a scheme, a host, and a port, like https://deckle.example');
  return z.NEVER;
});

const Environment = z.object({
  /** Set by the start scripts. development serves unbuilt screens, for a demo or sandbox on this machine only. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /**
   * This process's role: web answers requests, worker runs jobs and the schedule (and answers /healthz, /readyz, and
   * /metrics), all does both.
   */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** Interface to listen on. Unset: loopback in a demo or sandbox that isn't public, otherwise all. */
  HOST: optional,
  /**
   * The public address, without a trailing slash. Links to Deckle in emails start with it. https, or
   * http://localhost.
   */
  APP_URL: origin.optional(),
  /**
   * 1: anyone may visit this demo or sandbox. Keeps it out of search engines, labels every page, and locks its clock.
   */
  PUBLIC_DEMO: flag.default(false),
  /**
   * 1: the container's port is published on loopback only. docker-compose.yml sets it for such a port; never set it by
   * hand.
   */
  PUBLISHED_LOCALLY: flag.default(false),
  /** Unset: the embedded Postgres under DECKLE_DATA_DIR. */
  DATABASE_URL: optional,
  /** A streaming replica for public reads; if it is unset, unreachable, or too far behind, they use DATABASE_URL. */
  DATABASE_READ_URL: optional,
  DATABASE_READ_MAX_LAG_SECONDS: z.coerce.number().min(1).default(60),
  /** Folder of the embedded database, uploads and other files, and the sandbox's secret and journal. */
  DECKLE_DATA_DIR: z.string().default('.data'),
  /** Demo data and the banner. Defaults to on only with the embedded database. */
  DECKLE_DEMO: flag.optional(),
  /**
   * Enables /dev/* and the fakes of Stripe and the mail relay, even without demo data. A real service that is
   * configured replaces its fake. Unset: on in the demo.
   */
  DECKLE_SANDBOX: flag.optional(),
  /**
   * The secret for signed links and cookies, keyed hashes, and encryption. At least 32 characters; the sandbox
   * generates one if there is none.
   */
  APP_SECRET: optional,
  /**
   * If required, staff must set up a second factor before they can do anything else. Unset: required outside the demo.
   */
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  /** Sandbox only: a fake Stripe in another process (http://127.0.0.1:port), used instead of the built-in one. */
  SANDBOX_STRIPE_URL: z.url({ protocol: /^http$/ }).optional(),
  /** Sandbox only: names of points where the process stops, for crash tests (platform/failpoints.ts). */
  DECKLE_FAILPOINTS: optional,
  /** Unset: the public AI tools answer with drafts from the author's own words. */
  OPENAI_API_KEY: optional,
  /** Any server with OpenAI's chat completions API. Unset: OpenAI's own. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-6-luna'),
  /**
   * Reasoning effort. Unset: the value in server/ai/models.json, or the provider's if there is none. 'default': the
   * provider's.
   */
  OPENAI_REASONING_EFFORT: z.enum(['default', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
  /** Tokens that a model may spend on reasoning, in addition to its output. */
  OPENAI_REASONING_TOKENS: z.coerce.number().int().min(0).max(50_000).default(2000),
  /** Moderates notes and suggestions. 'off' for a provider without moderation. */
  OPENAI_MODERATION_MODEL: z.string().min(1).default('omni-moderation-latest'),
  /**
   * Date (YYYY-MM-DD) when the provider retires the model, for `npm run doctor`. Unset: the value in
   * server/ai/models.json.
   */
  OPENAI_MODEL_RETIRES: z.iso.date().optional(),
  /** US cents per million tokens. Unset: the model's list price, or an upper bound for models without one. */
  OPENAI_INPUT_CENTS_PER_MILLION: z.coerce.number().min(0).optional(),
  OPENAI_OUTPUT_CENTS_PER_MILLION: z.coerce.number().min(0).optional(),
  /** US cents to spend on a model per day of Vancouver's calendar. 0 turns the model off. */
  AI_DAILY_BUDGET_CENTS: z.coerce.number().int().min(0).max(1_000_000).default(200),
  /**
   * Hosts that webhooks may reach on a private network, over http or https, separated by commas: 'erp.internal:8080'.
   * Others must be on the public internet.
   */
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((hosts) =>
      hosts
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  /** smtp://user:password@host:587. TLS is required unless the host is this machine or the URL ends in ?tls=none. */
  SMTP_URL: optional,
  /** Instead of SMTP_URL: receives one JSON POST per email, with an Idempotency-Key (platform/mail-http.ts). */
  MAIL_HTTP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Bearer token for MAIL_HTTP_URL. */
  MAIL_HTTP_KEY: optional,
  /**
   * Signs emails sent over SMTP. All three or none; the key is a PEM, with line breaks or \n. Providers at
   * MAIL_HTTP_URL sign emails themselves.
   */
  DKIM_DOMAIN: optional,
  DKIM_SELECTOR: optional,
  DKIM_PRIVATE_KEY: optional,
  /** A second signature with an Ed25519 key under another selector. */
  DKIM_ED25519_SELECTOR: optional,
  DKIM_ED25519_PRIVATE_KEY: optional,
  /**
   * Bounces go to bounces+key@ this domain, and unsubscribe emails to unsubscribe+key@. Unset: bounces go to MAIL_FROM,
   * and unsubscribe emails to OPERATOR_EMAIL.
   */
  MAIL_BOUNCE_DOMAIN: optional,
  /** Maximum number of days for which newsletters' deliveries are kept. */
  RETENTION_DELIVERIES_DAYS: z.coerce
    .number()
    .int()
    .min(60)
    .max(RETENTION_DAYS.deliveries)
    .default(RETENTION_DAYS.deliveries),
  /** 1: each month's clicks are also stored as Parquet files, which stay when the clicks are deleted. */
  CLICK_ARCHIVE: flag.default(false),
  /** Maximum number of dormant readers per day to ask whether they still want the newsletter. 0 turns it off. */
  SUNSET_DAILY_EMAILS: z.coerce.number().int().min(0).max(10_000).default(200),
  /** Days for which emails and their events are kept, except newsletters and readers' welcome emails and hard bounces. */
  RETENTION_EMAILS_DAYS: z.coerce.number().int().min(60).max(RETENTION_DAYS.emails).default(RETENTION_DAYS.emails),
  /** Days for which the audit log is kept, except checks of promotion sites. Unset: forever. */
  RETENTION_AUDIT_DAYS: z.coerce.number().int().min(366).optional(),
  /** Verifies POST /api/v1/mail/events; unset: no events are accepted. */
  MAIL_EVENTS_SECRET: optional,
  /** The sender of all emails. Required in real use, at a domain that can send email. */
  MAIL_FROM: z.string().default('Deckle <newsletter@deckle.test>'),
  /**
   * The operator of this installation, shown on the legal pages and in footers, emails, and invoices. Required in real
   * use, outside the demo and the sandbox.
   */
  OPERATOR_NAME: line(120),
  /** Postal address without the country, on one line. Required in real use. */
  OPERATOR_ADDRESS: line(200),
  OPERATOR_COUNTRY: line(60),
  /**
   * Receives alerts and messages from the contact form, and is shown as the address to write to. Required in real use.
   */
  OPERATOR_EMAIL: z.email().optional(),
  /** Completes "We usually reply within …": two business days. Required in real use. */
  OPERATOR_REPLY_TIME: line(60),
  /** Sentences about the handling of appeals against decisions. Required in real use. */
  OPERATOR_APPEALS: line(500),
  /** Completes "These terms are governed by …": the laws of Ontario, Canada. Required in real use. */
  OPERATOR_GOVERNING_LAW: line(200),
  /** Name and address of the agent for copyright and other legal notices, if it isn't the operator. */
  OPERATOR_NOTICE_AGENT: line(300),
  /** The company that hosts the server and database, with its country; shown on the privacy page. */
  OPERATOR_HOSTING: line(200),
  /** A VAT or other tax number; printed on invoices if set. */
  OPERATOR_TAX_NUMBER: line(60),
  /**
   * Forwards browser errors to Sentry, or a service with its protocol: https://KEY@HOST/PROJECT. Unset: only logged.
   */
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/[^@/\s]+@[^/\s]+\/(\S*\/)?\d+\/?$/, 'must look like https://KEY@HOST/PROJECT')
    .optional(),
  /**
   * Stores uploads and other files in an S3 bucket, or a service with its protocol, instead of DECKLE_DATA_DIR; all
   * four or none.
   */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_REGION: z.string().min(1).default('us-east-1'),
  /**
   * An associate's credentials (version 3.1) for Amazon's Creators API, which looks up books by ASIN; all three or
   * none.
   */
  AMAZON_CREDENTIAL_ID: optional,
  AMAZON_CREDENTIAL_SECRET: optional,
  AMAZON_PARTNER_TAG: optional,
  AMAZON_API_URL: z.url({ protocol: /^https?$/ }).default('https://creatorsapi.amazon'),
  AMAZON_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://api.amazon.com/auth/o2/token'),
  /** Number of proxies in front; that many X-Forwarded-For entries are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Allows `Authorization: Bearer` with this token to read /metrics. Unset: open in a demo that isn't public. */
  METRICS_TOKEN: optional,
  /** Defaults to info, which logs every request, or to warn in the demo, so that the printed addresses stay visible. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

/** The names of all variables. */
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
  operator: Operator;
};

/**
 * Reads and checks the environment. Throws one StartupError that lists every invalid variable or, if each is valid,
 * every other problem.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty value, as in env files, counts as unset.
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    throw new StartupError(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  }
  const env = parsed.data;
  const isDemo = env.DECKLE_DEMO ?? !env.DATABASE_URL;
  const isSandbox = env.DECKLE_SANDBOX ?? isDemo;
  const problems = [
    ...missingSecrets(env, isSandbox),
    ...(isDemo || isSandbox ? [] : [...missingIdentity(env), ...senderProblems(env)]),
    ...safetyProblems(env, { isDemo, isSandbox }),
    ...roleProblems(env, isSandbox),
    ...mailProblems(env),
    ...incompleteGroups(env),
  ];
  const isPublicDemo = env.PUBLIC_DEMO;
  if (problems.length) throw new StartupError(problems);
  return {
    ...env,
    isDemo,
    isSandbox,
    isPublicDemo,
    stripeMode: (isSandbox && env.SANDBOX_STRIPE_URL ? null : stripeModeOf(env.STRIPE_SECRET_KEY)) ?? 'sandbox',
    appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
    appSecret: env.APP_SECRET ?? '',
    requiresStaffSecondFactor: (env.STAFF_SECOND_FACTOR ?? (isDemo ? 'optional' : 'required')) === 'required',
    operator: operatorOf(env),
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
  return required.filter((name) => !env[name]).map((name) => `${name} is required outside the demo and the sandbox.`);
}

const REQUIRED_TOGETHER = [
  ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  ['DKIM_ED25519_SELECTOR', 'DKIM_ED25519_PRIVATE_KEY'],
  ['MAIL_HTTP_URL', 'MAIL_HTTP_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['AMAZON_CREDENTIAL_ID', 'AMAZON_CREDENTIAL_SECRET', 'AMAZON_PARTNER_TAG'],
] as const;

/** Groups of variables that must be set together but are incomplete. */
const incompleteGroups = (env: Environment) =>
  REQUIRED_TOGETHER.filter((group) => group.some((name) => env[name]) && group.some((name) => !env[name])).map(
    (group) => `${group.join(', ')} must be set together.`,
  );

/** Refuses separate roles with the built-in fake Stripe, which runs inside one process and can't be shared. */
const roleProblems = (env: Environment, isSandbox: boolean) =>
  env.ROLE !== 'all' && isSandbox && !env.STRIPE_SECRET_KEY && !env.SANDBOX_STRIPE_URL
    ? [`ROLE=${env.ROLE} needs STRIPE_SECRET_KEY. A Stripe test key works.`]
    : [];

/** Lists problems with the DKIM keys and the relay's URL. Unsigned bulk email would be silently discarded. */
function mailProblems(env: Environment) {
  const missingDomain =
    env.DKIM_ED25519_SELECTOR && !env.DKIM_DOMAIN ? ['DKIM_ED25519_SELECTOR needs DKIM_DOMAIN.'] : [];
  const invalidKeys = (['DKIM_PRIVATE_KEY', 'DKIM_ED25519_PRIVATE_KEY'] as const).flatMap((name) => {
    try {
      if (env[name]) dkimKey('', env[name]);
      return [];
    } catch {
      return [`${name} isn’t a valid RSA or Ed25519 private key (PEM).`];
    }
  });
  const relay = env.SMTP_URL ? smtpProblem(env.SMTP_URL) : null;
  return [...missingDomain, ...invalidKeys, ...(relay ? [relay] : [])];
}

/** Refuses a missing sender, and one at a domain that can't send email. */
function senderProblems(env: Environment) {
  const domain = sendingDomain(env);
  return domain && !isReserved(domain)
    ? []
    : [
        `MAIL_FROM is missing or can’t send email (${env.MAIL_FROM}): set it to a sender at your domain, such as “Deckle <newsletter@…>”.`,
      ];
}

/** True for domains that are reserved for examples and tests (RFC 2606), and so can’t send email. */
export const isReserved = (domain: string) =>
  /(^|\.)(test|invalid|example|localhost|example\.(com|net|org))$/.test(domain);

/** Domain of the newsletters' sender. */
export const sendingDomain = ({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>) =>
  /@([^>\s]+)/.exec(MAIL_FROM)?.[1]?.toLowerCase() ?? '';
