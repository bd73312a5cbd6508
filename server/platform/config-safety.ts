/**
 * Configurations that are refused because one forgotten line would cost money or expose people's data. See
 * docs/decisions/0065-refuse-dangerous-configurations.md.
 */
export type StripeMode = 'sandbox' | 'test' | 'live';
type Settings = Partial<
  Record<
    | 'APP_SECRET'
    | 'APP_URL'
    | 'DATABASE_URL'
    | 'DATABASE_READ_URL'
    | 'HOST'
    | 'MAIL_HTTP_URL'
    | 'NODE_ENV'
    | 'SMTP_URL'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY',
    string | undefined
  >
> & { PUBLIC_DEMO: boolean; PUBLISHED_LOCALLY: boolean };
type Mode = { isDemo: boolean; isSandbox: boolean };

const MIN_SECRET_LENGTH = 32;
/** The password in .env.example, for a demo or sandbox that nobody else can reach. */
const EXAMPLE_PASSWORD = 'for-trying-deckle-only';
/** The mailbox service in docker-compose.yml, which delivers nothing. */
const COMPOSE_MAILBOX = 'mailpit';

/** True for names and addresses that only this machine answers to. */
export const isLoopback = (host: string) =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|\[::1\]|::ffff:127(\.\d{1,3}){3})$/i.test(host);

/** The mode of a Stripe key, or null if there is none or the text isn't a key. */
export const stripeModeOf = (key: string | undefined) =>
  (/^(?:sk|rk|pk)_(live|test)_/.exec(key ?? '')?.[1] ?? null) as 'live' | 'test' | null;

/** Lists the problems, each in a sentence that says what is wrong and what to do. */
export function safetyProblems(env: Settings, { isDemo, isSandbox }: Mode): string[] {
  const isDemoOrSandbox = isDemo || isSandbox;
  return [
    isDemoOrSandbox && !env.PUBLIC_DEMO ? null : exposedSource(env, isDemoOrSandbox),
    shortSecret(env),
    ...invalidKeys(env),
    mixedKeys(env),
    unencrypted(env),
    unencryptedMail(env),
    ...(isDemoOrSandbox ? demoOrSandboxProblems(env) : realUseProblems(env)),
  ].filter((problem) => problem !== null);
}

const exposedSource = ({ NODE_ENV }: Settings, isDemoOrSandbox: boolean) =>
  NODE_ENV === 'development'
    ? `NODE_ENV is development, which exposes the source code to visitors. ${isDemoOrSandbox ? 'Remove NODE_ENV or PUBLIC_DEMO.' : 'Remove NODE_ENV, or turn on DECKLE_DEMO or DECKLE_SANDBOX on this machine.'}`
    : null;

const shortSecret = ({ APP_SECRET: secret }: Settings) =>
  secret && secret.length < MIN_SECRET_LENGTH
    ? `APP_SECRET has only ${secret.length} characters, so it could be guessed. Use at least ${MIN_SECRET_LENGTH}; for example, run openssl rand -base64 36.`
    : null;

const KEY_FORMATS = {
  STRIPE_SECRET_KEY: { pattern: /^(sk|rk)_(live|test)_/, prefixes: 'sk_live_, sk_test_, rk_live_, or rk_test_' },
  STRIPE_PUBLISHABLE_KEY: { pattern: /^pk_(live|test)_/, prefixes: 'pk_live_ or pk_test_' },
} as const;
const KEY_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const;

const invalidKeys = (env: Settings) =>
  KEY_NAMES.filter((name) => env[name] && !KEY_FORMATS[name].pattern.test(env[name])).map(
    (name) => `${name} isn’t a valid Stripe key. Copy the one that starts with ${KEY_FORMATS[name].prefixes}.`,
  );

function mixedKeys({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Settings) {
  const [secret, publishable] = [stripeModeOf(STRIPE_SECRET_KEY), stripeModeOf(STRIPE_PUBLISHABLE_KEY)];
  return secret && publishable && secret !== publishable
    ? `STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY a ${publishable} key: copy both from the same mode of Stripe’s dashboard.`
    : null;
}

const unencrypted = ({ APP_URL }: Settings) =>
  APP_URL?.startsWith('http:') && !isLoopback(new URL(APP_URL).hostname)
    ? `APP_URL is ${APP_URL}, so passwords would travel unencrypted: use https, or http://localhost to try Deckle on this machine.`
    : null;

const unencryptedMail = ({ MAIL_HTTP_URL }: Settings) =>
  MAIL_HTTP_URL && new URL(MAIL_HTTP_URL).protocol !== 'https:' && !isLoopback(new URL(MAIL_HTTP_URL).hostname)
    ? 'MAIL_HTTP_URL is http, so reset links and its key would travel unencrypted: use https.'
    : null;

const REAL_USE = 'set DECKLE_DEMO=0 and DECKLE_SANDBOX=0';
const OR_PUBLIC = `${REAL_USE} for real use, or PUBLIC_DEMO=1 if anyone may visit`;

function demoOrSandboxProblems(env: Settings) {
  const live = KEY_NAMES.filter((name) => stripeModeOf(env[name]) === 'live');
  return [
    live.length
      ? `The demo or sandbox is on with live Stripe keys (${live.join(', ')}): ${REAL_USE} to take payments, or use test keys.`
      : null,
    ...(env.PUBLIC_DEMO ? [examplePassword(env), realRelay(env)] : reachableByOthers(env)),
  ];
}

/** Refuses a relay that delivers, because visitors of a public demo can enter anyone's address. */
function realRelay({ SMTP_URL, MAIL_HTTP_URL }: Settings) {
  const isReal = (url: string | undefined) => {
    const host = url && URL.parse(url)?.hostname;
    return host && !isLoopback(host) && host !== COMPOSE_MAILBOX;
  };
  const name = isReal(SMTP_URL) ? 'SMTP_URL' : isReal(MAIL_HTTP_URL) ? 'MAIL_HTTP_URL' : null;
  return name
    ? `PUBLIC_DEMO is on, but ${name} points to a real relay, so any visitor could make Deckle email anyone. Remove ${name}.`
    : null;
}

/** Refuses a demo or sandbox that others can reach, because its clock and mailbox are open to all its visitors. */
const reachableByOthers = ({ APP_URL, HOST, PUBLISHED_LOCALLY }: Settings) => [
  APP_URL?.startsWith('https:') ? `The demo or sandbox is on at ${APP_URL}, a public address: ${OR_PUBLIC}.` : null,
  HOST && !isLoopback(HOST) && !PUBLISHED_LOCALLY
    ? `The demo or sandbox is on, and other machines can reach HOST ${HOST}. Remove HOST, ${OR_PUBLIC}.`
    : null,
];

const realUseProblems = (env: Settings) => [
  env.PUBLIC_DEMO
    ? 'PUBLIC_DEMO is on, but the demo and the sandbox are off: remove PUBLIC_DEMO, or set DECKLE_DEMO=1.'
    : null,
  examplePassword(env),
];

const examplePassword = ({ DATABASE_URL, DATABASE_READ_URL }: Settings) =>
  [DATABASE_URL, DATABASE_READ_URL].some((url) => url && decodeUrl(url).includes(EXAMPLE_PASSWORD))
    ? 'POSTGRES_PASSWORD or POSTGRES_WEB_PASSWORD still has its value from .env.example. Choose new passwords. If the database has data, set them there, too (alter role … password …). If not, run docker compose down -v, which deletes it, and start again.'
    : null;

/**
 * Decodes percent-encoded characters. A password may contain a stray percent sign, which decodeURIComponent rejects.
 */
const decodeUrl = (url: string) =>
  url.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
