/** SMTP_URL as nodemailer takes it: with TLS, unless the relay is on this machine or `?tls=none` says otherwise. */
import { isLoopback } from './config-safety.ts';

type SmtpAddress = { url: string; requireTLS: boolean; ignoreTLS: boolean };

/** Settings of nodemailer's that would take TLS back silently. */
const WEAKER = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure'];

export function smtpAddress(text: string): SmtpAddress {
  const url = new URL(text);
  const isPlain = url.searchParams.get('tls') === 'none';
  url.searchParams.delete('tls');
  return { url: url.toString(), requireTLS: !isPlain && !isLoopback(url.hostname), ignoreTLS: isPlain };
}

/** What is wrong with the address, and what to do; null if nothing is. */
export function smtpProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    return 'SMTP_URL isn’t the address of a relay: write it like smtp://user:password@host:587.';
  const tls = url.searchParams.get('tls');
  const weaker = WEAKER.find((name) => url.searchParams.has(name));
  if (weaker || (tls !== null && tls !== 'none'))
    return `SMTP_URL sets ${weaker ?? 'tls'}, which it can’t: TLS is required as it is, and ?tls=none does without.`;
  return null;
}
