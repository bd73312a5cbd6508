/** Creates the configured mail transport. */
import type { Config } from './config.ts';
import { dkimKey, dkimSigner } from './dkim.ts';
import type { MailTransport } from './mail.ts';
import { httpMail } from './mail-http.ts';

/** The provider's HTTP API if configured, otherwise the relay, or null if neither is configured. */
export async function mailFromConfig(config: Config): Promise<MailTransport | null> {
  const { MAIL_HTTP_URL, MAIL_HTTP_KEY, SMTP_URL, MAIL_FROM: from } = config;
  if (MAIL_HTTP_URL) return httpMail({ url: MAIL_HTTP_URL, key: MAIL_HTTP_KEY!, from });
  if (!SMTP_URL) return null;
  const { smtpMail } = await import('./smtp.ts');
  return smtpMail({ url: SMTP_URL, from, sign: mailSigner(config) });
}

/** Creates the DKIM signer for the relay, or null without a key. A provider's HTTP API signs emails itself. */
export function mailSigner(config: Config) {
  if (config.MAIL_HTTP_URL || !config.DKIM_DOMAIN) return null;
  const keys = [dkimKey(config.DKIM_SELECTOR!, config.DKIM_PRIVATE_KEY!)];
  const { DKIM_ED25519_SELECTOR: selector, DKIM_ED25519_PRIVATE_KEY: pem } = config;
  return dkimSigner(config.DKIM_DOMAIN, selector && pem ? [...keys, dkimKey(selector, pem)] : keys);
}
