/** The only reader of process.env. Each variable is explained here; a wrong or missing one is refused at start, by name. */
import * as z from 'zod';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const optional = z.string().min(1).optional();

const Environment = z.object({
  /** development unless the start script says otherwise; production compiles React's fast path. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Interface to listen on. The demo listens on loopback only. */
  HOST: optional,
  /** The public address, without a slash at the end. Every link in a mail starts with it. */
  APP_URL: z.url().optional(),
  /** Unset: the embedded Postgres under DECKLE_DATA_DIR. */
  DATABASE_URL: optional,
  /** Where the embedded database, uploads and the sandbox's journal live. */
  DECKLE_DATA_DIR: z.string().default('.data'),
  /** Demo data, the banner and /dev/*. On by itself only with the embedded database. */
  DECKLE_DEMO: flag.optional(),
  /** Stand-ins for Stripe and mail without demo data. */
  DECKLE_SANDBOX: flag.optional(),
  /** Signs tracked links and mail tokens. At least 32 characters in production. */
  APP_SECRET: optional,
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  OPENAI_API_KEY: optional,
  /** smtp://user:password@host:587 */
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Deckle <newsletter@deckle.test>'),
  /** Printed under every mail, as the law of most countries asks. */
  POSTAL_ADDRESS: z.string().default('Deckle, 400 West Georgia Street, Vancouver BC'),
  SUPPORT_EMAIL: z.email().default('help@deckle.test'),
  /** How many proxies stand in front; their X-Forwarded-For is believed that far and no further. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** info, with a line per request; in the demo warn, so that the addresses stay in sight. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

export type Config = z.infer<typeof Environment> & {
  isDemo: boolean;
  isSandbox: boolean;
  appUrl: string;
  appSecret: string;
  host: string;
  logLevel: string;
};

/** Reads and checks the environment. Throws one Error whose message lists every problem. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty value, as env files have them, is none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new Error(
      `Deckle cannot start:\n${parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`).join('\n')}`,
    );
  }
  const env = parsed.data;
  const isDemo = env.DECKLE_DEMO ?? !env.DATABASE_URL;
  const isSandbox = env.DECKLE_SANDBOX ?? isDemo;
  const problems = [...missingSecrets(env, isSandbox), ...dangers(env, isDemo)];
  if (problems.length) throw new Error(`Deckle cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  return {
    ...env,
    isDemo,
    isSandbox,
    appUrl: (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    appSecret: env.APP_SECRET ?? '',
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    host: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
  };
}

function missingSecrets(env: z.infer<typeof Environment>, isSandbox: boolean) {
  if (isSandbox) return [];
  const required = [
    'APP_URL',
    'APP_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
  ] as const;
  const missing = required.filter((name) => !env[name]).map((name) => `${name} is required outside the demo.`);
  const short = env.APP_SECRET && env.APP_SECRET.length < 32 ? ['APP_SECRET must have at least 32 characters.'] : [];
  return [...missing, ...short];
}

const dangers = (env: z.infer<typeof Environment>, isDemo: boolean) =>
  isDemo && env.STRIPE_SECRET_KEY?.startsWith('sk_live_')
    ? ['DECKLE_DEMO must be off when live Stripe keys are set.']
    : [];
