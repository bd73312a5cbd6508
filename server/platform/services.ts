/** Companies that process people's data for the operator, according to the settings. The privacy page lists them. */
import type { Config } from './config.ts';
import { isLoopback } from './config-safety.ts';
import { isPublicAddress } from './public-addresses.ts';

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_HTTP_URL' | 'OPENAI_BASE_URL' | 'S3_ENDPOINT' | 'SENTRY_DSN'>;

export const servicesOf = (config: Settings, isModelEnabled: boolean) => ({
  mail: hostOf(config.MAIL_HTTP_URL ?? config.SMTP_URL),
  ai: isModelEnabled ? (config.OPENAI_BASE_URL ? hostOf(config.OPENAI_BASE_URL) : 'OpenAI') : null,
  storage: hostOf(config.S3_ENDPOINT),
  errors: hostOf(config.SENTRY_DSN),
});

/** Null for this machine, private addresses, and names without a domain, where nobody else gets the data. */
function hostOf(url: string | undefined): string | null {
  const host = url && URL.parse(url)?.hostname;
  if (!host || isLoopback(host)) return null;
  return isPublicAddress(host.replace(/^\[|\]$/g, '')) || /\.[a-z][a-z\d-]+$/i.test(host) ? host : null;
}
