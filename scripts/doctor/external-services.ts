/** Checks of external services: the mail relay, mailbox providers, Stripe. */
import { createTransport } from 'nodemailer';
import type { Config } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { smtpAddress } from '#server/platform/smtp-address.ts';
import { loadListHealth } from '#server/readers/list-health.ts';
import { listWarmUps } from '#server/warm-up/manage.ts';
import { PROVIDER_DAYS } from '#shared/list-health.ts';
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
    return bad(`Deckle can’t connect or sign in to the relay (${(error as Error).message}). Check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

/** Checks complaints, bounces, readers who stopped clicking, and sources with few confirmed sign-ups. */
export async function checkListHealth(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding> {
  const { advice, providers } = await loadListHealth(deps);
  if (advice.length === 0) {
    if (!deps.config.MAIL_EVENTS_SECRET)
      return note(
        'MAIL_EVENTS_SECRET isn’t set, so nobody reports bounces and complaints, and their rates are unknown. See “Mail and its DNS” in docs/operations.md.',
      );
    return providers.some(({ accepted, before }) => accepted + before.accepted > 0)
      ? good('Complaints and bounces are within the providers’ limits.')
      : note(
          `No emails of the last ${2 * PROVIDER_DAYS} days have been counted, so complaints and bounces are unknown.`,
        );
  }
  const text = advice.map((item) => [item.text, item.url].filter(Boolean).join(' ')).join(' ');
  return advice.some(({ level }) => level === 'bad') ? bad(text) : note(text);
}

/** Finds a new domain that sends to a long list without a warm-up, and providers to which a warm-up stopped sending. */
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

export async function checkStripe({ stripe, config }: Pick<Deps, 'stripe' | 'config'>): Promise<Finding> {
  if (stripe.mode === 'sandbox') return note('Deckle is using the fake Stripe, so no money moves.');
  try {
    await stripe.api.events.list({ limit: 1 });
  } catch (error) {
    const { type, message } = error as { type?: string; message: string };
    return bad(
      type === 'StripeAuthenticationError' || type === 'StripePermissionError'
        ? `Stripe rejected STRIPE_SECRET_KEY (${message}). Copy the key again from Stripe’s dashboard.`
        : `Deckle can’t reach Stripe (${message}). Check the network, and run doctor again.`,
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
