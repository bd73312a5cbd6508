/** Converts SMTP_URL for nodemailer: TLS is required unless the relay is on this machine or `?tls=none` is set. */
import { isLoopback } from './config-safety.ts';

type SmtpAddress = { url: string; requireTLS: boolean; ignoreTLS: boolean };

/** nodemailer settings that could silently disable TLS. */
const WEAKENING_SETTINGS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure'];

export function smtpAddress(text: string): SmtpAddress {
  const url = new URL(text);
  const isUnencrypted = url.searchParams.get('tls') === 'none';
  url.searchParams.delete('tls');
  return { url: url.toString(), requireTLS: !isUnencrypted && !isLoopback(url.hostname), ignoreTLS: isUnencrypted };
}

/** The URL's problem and what to do, or null if there is none. */
export function smtpProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    return 'SMTP_URL isn’t a valid relay address. Use the form smtp://user:password@host:587.';
  const unsupported = [...url.searchParams].find(([name, value]) =>
    name === 'tls' ? value !== 'none' : WEAKENING_SETTINGS.includes(name),
  );
  if (unsupported)
    return `SMTP_URL has an unsupported TLS setting (${unsupported.join('=')}). Remove it to require TLS, or use ?tls=none to turn TLS off.`;
  return null;
}
