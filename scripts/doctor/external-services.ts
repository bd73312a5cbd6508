/** Checks of external services: the mail relay, DNS records for email, Stripe. */
import { createPublicKey } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import { ownedDomainOf } from '#server/clicks/mailbox.ts';
import { type Config, sendingDomain } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { smtpAddress } from '#server/platform/smtp-address.ts';
import { listHealth } from '#server/readers/list-health.ts';
import { listWarmUps } from '#server/warm-up/manage.ts';
import { bad, type Finding, good, note } from './finding.ts';

const TIMEOUT_MS = 10_000;

/** Connects and authenticates without sending anything. */
export async function checkMail({ SMTP_URL, MAIL_HTTP_URL }: Config): Promise<Finding> {
  if (MAIL_HTTP_URL)
    return note(
      'Email goes through MAIL_HTTP_URL, which doctor can’t check. Send a test email from a newsletter’s page.',
    );
  if (!SMTP_URL) return note('Email is captured at /dev/mailbox.');
  const transport = createTransport({
    ...smtpAddress(SMTP_URL),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return new URL(SMTP_URL).searchParams.get('tls') === 'none'
      ? note(
          'The relay accepts the credentials in SMTP_URL, but without TLS, so the password and password reset links are sent unencrypted. Remove tls=none from SMTP_URL.',
        )
      : good('The relay accepts the credentials.');
  } catch (error) {
    return bad(`The relay rejected the credentials: ${(error as Error).message} Check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

type Lookup = (name: string) => Promise<string[]>;
const lookUp: Lookup = async (name) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join(''));

/**
 * Checks SPF, DMARC, and DKIM: Gmail and Yahoo discard bulk email from a domain that lacks one of them. Receivers look
 * up SPF at the return path's domain, and DMARC at the sender's domain or the one that it belongs to.
 */
export async function checkMailDns(config: Config, txt: Lookup = lookUp): Promise<Finding> {
  const domain = sendingDomain(config);
  if (/\.(test|invalid|example|localhost)$/.test(domain))
    return note(
      `MAIL_FROM uses ${domain}, a reserved domain that can’t send email. Set a real address before you go live.`,
    );
  const dmarc = (await dmarcAt(domain, txt)) ?? (await dmarcAt(registeredDomain(domain), txt));
  const problems = [
    await spfProblem(config.MAIL_BOUNCE_DOMAIN?.toLowerCase() ?? domain, txt),
    dmarc ? null : `_dmarc.${registeredDomain(domain)} has no DMARC record`,
    await dkimProblem(config, txt),
    alignmentProblem(config, { domain, isStrict: /;\s*adkim\s*=\s*s\b/i.test(dmarc ?? '') }),
  ].filter((problem) => problem !== null);
  return problems.length
    ? bad(`${problems.join('; ')}. Rules for bulk senders: ${BULK_SENDER_RULES}`)
    : good(
        `SPF, DMARC, and DKIM records are published for ${domain}. Newsletters include one-click unsubscribe. Rules for bulk senders: ${BULK_SENDER_RULES}`,
      );
}

const BULK_SENDER_RULES = 'https://support.google.com/a/answer/81126 and https://senders.yahooinc.com/best-practices/';

const dmarcAt = async (domain: string, txt: Lookup) =>
  (await txt(`_dmarc.${domain}`)).find((record) => record.startsWith('v=DMARC1')) ?? null;

async function spfProblem(domain: string, txt: Lookup) {
  const records = (await txt(domain)).filter((record) => /^v=spf1( |$)/i.test(record));
  if (records.length === 1) return null;
  return records.length
    ? `${domain} has ${records.length} SPF records, and receivers accept only one`
    : `${domain} has no SPF record`;
}

/**
 * DKIM counts for DMARC only if the signature's domain and the sender's have the same registered domain, or are the
 * same if the DMARC record is strict.
 */
function alignmentProblem(
  { DKIM_DOMAIN, DKIM_PRIVATE_KEY }: Config,
  { domain, isStrict }: { domain: string; isStrict: boolean },
) {
  if (!DKIM_DOMAIN || !DKIM_PRIVATE_KEY || DKIM_DOMAIN.toLowerCase() === domain) return null;
  if (registeredDomain(DKIM_DOMAIN) === registeredDomain(domain))
    return isStrict
      ? `emails from ${domain} are signed by ${DKIM_DOMAIN}, but the DMARC record has adkim=s, so DKIM isn’t aligned; sign them with ${domain}`
      : null;
  return `emails from ${domain} are signed by ${DKIM_DOMAIN}, so DKIM isn’t aligned and DMARC may fail; sign them with a domain of ${registeredDomain(domain)}`;
}

const registeredDomain = (domain: string) => ownedDomainOf(`news@${domain}`) ?? domain;

/** Complaints, bounces, and readers who stopped clicking. */
export async function checkListHealth(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding> {
  const { advice, days } = await listHealth(deps);
  if (advice.length === 0)
    return days.length
      ? good('Complaints and bounces are within the providers’ limits.')
      : note('Complaints and bounces haven’t been counted yet.');
  const text = advice.map((item) => [item.text, item.url].filter(Boolean).join(' ')).join(' ');
  return advice.some(({ level }) => level === 'bad') ? bad(text) : note(text);
}

/** A new domain that sends to a long list, and providers that a warm-up has stopped. */
export async function checkWarmUp(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding> {
  const { domain, warm_ups, suggestion } = await listWarmUps(deps);
  const running = warm_ups.find(({ ended_at }) => !ended_at);
  if (suggestion)
    return bad(
      `${suggestion.active_readers} readers are active, and ${suggestion.recent_emails} emails went out in 30 days, so mailbox providers don’t know ${domain} yet. Start a warm-up at /u/list-health.`,
    );
  if (!running) return good('No warm-up is needed.');
  const stopped = running.providers.flatMap(({ stop_reason }) => stop_reason ?? []);
  return stopped.length ? bad(stopped.join(' ')) : good(`The warm-up of ${domain} is running.`);
}

async function dkimProblem({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, MAIL_HTTP_URL }: Config, txt: Lookup) {
  if (!DKIM_DOMAIN) return MAIL_HTTP_URL ? null : 'DKIM_DOMAIN is not set, so emails aren’t signed';
  const name = `${DKIM_SELECTOR}._domainkey.${DKIM_DOMAIN}`;
  const publishedKey = (await txt(name)).map((record) => /\bp=([^;\s]+)/.exec(record)?.[1]).find(Boolean);
  if (!publishedKey) return `${name} has no key`;
  return publishedKey === publicKeyOf(DKIM_PRIVATE_KEY!)
    ? null
    : `the public key at ${name} doesn’t match DKIM_PRIVATE_KEY; publish the matching key`;
}

/** The key in the format of the DNS record. */
const publicKeyOf = (pem: string) =>
  createPublicKey(pem.replaceAll('\\n', '\n')).export({ type: 'spki', format: 'der' }).toString('base64');

export async function checkStripe({ stripe, config }: Pick<Deps, 'stripe' | 'config'>): Promise<Finding> {
  if (stripe.mode === 'sandbox') return note('Deckle is using the fake Stripe, so no money moves.');
  try {
    await stripe.api.events.list({ limit: 1 });
  } catch (error) {
    return bad(
      `Stripe rejected STRIPE_SECRET_KEY: ${(error as Error).message} Copy the key again from Stripe’s dashboard.`,
    );
  }
  const summary = `Stripe accepts the key (${stripe.mode} mode)`;
  const endpoint = `${config.appUrl}/api/v1/stripe/webhook`;
  const endpoints = await stripe.api.webhookEndpoints.list({ limit: 100 }).catch(() => null);
  if (!endpoints)
    return note(
      `${summary}. This key can’t list webhooks, so check in Stripe’s dashboard that ${endpoint} is an enabled endpoint.`,
    );
  const isEnabled = endpoints.data.some(({ url, status }) => url === endpoint && status === 'enabled');
  return isEnabled
    ? good(summary)
    : bad(`${summary}, but it has no enabled webhook endpoint for ${endpoint}. Add one in Stripe’s dashboard.`);
}
