/**
 * Maps an error from nodemailer's pool to the email's outcome. The outcome is certain in four cases: a 4xx or 5xx reply
 * to a command, a failure before the session was ready (connect, TLS, or login), an email that the pool hadn't started
 * to send, and an email that nodemailer itself rejected. Any other error may have come after the last byte, so the
 * delivery is uncertain. See docs/decisions/0029-classify-delivery-failures.md.
 */
import { MailError } from './mail.ts';

type SmtpFailure = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  timeoutType?: string;
};

const SETUP_ERRORS = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'EPROXY', 'ECONFIG']);
const SETUP_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);
const SETUP_COMMANDS = new Set(['EHLO', 'HELO', 'LHLO', 'STARTTLS']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);
/** Errors for a refused relay certificate, which end the connection before the password is sent. */
const BAD_CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_ALTNAME_INVALID$)/;
/** The pool's errors for emails that it hadn't started to send. */
const NOT_STARTED = /^Invalid greeting|^Connection pool was closed|^Reached maximum number of retries/;

export function smtpError(error: unknown): MailError {
  const failure = error as SmtpFailure;
  const { code = '', command = '', responseCode = 0, message } = failure;
  if (isSetupFailure(failure)) return new MailError('unavailable', message, { cause: error });
  const isRejected = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === 421 || (isRejected && responseCode >= 400 && responseCode < 500)) {
    return new MailError('deferred', message, { cause: error });
  }
  if (isRejected && (command === 'MAIL FROM' || (command === 'RCPT TO' && isSenderFailure(failure))))
    return new MailError('unavailable', message, { cause: error });
  if (isRejected && (responseCode >= 500 || command === 'API')) {
    const isBadAddress =
      (code === 'EENVELOPE' && command === 'API') || (command === 'RCPT TO' && isAddressFailure(failure));
    return new MailError('bounced', message, { isBadAddress, cause: error });
  }
  return new MailError('uncertain', message, { cause: error });
}

const isSetupFailure = ({ code = '', originalCode = '', command = '', timeoutType = '', message }: SmtpFailure) =>
  SETUP_ERRORS.has(code) ||
  UNREACHABLE.has(originalCode) ||
  BAD_CERTIFICATE.test(originalCode) ||
  SETUP_TIMEOUTS.has(timeoutType) ||
  SETUP_COMMANDS.has(command) ||
  NOT_STARTED.test(message);

/** Enhanced code of a reply, such as 5.1.1. qmail writes it as (#5.1.1) at the end. */
function enhancedCode({ response = '' }: SmtpFailure) {
  const [, first, inParentheses] =
    /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b|\(#(\d\.\d{1,3}\.\d{1,3})\)/.exec(response) ?? [];
  return first ?? inParentheses;
}

/**
 * True if our own address is refused: 5.1.7 (invalid) or 5.1.8 (its domain doesn't exist). Postfix checks the sender
 * only at RCPT TO.
 */
const isSenderFailure = (failure: SmtpFailure) => ['5.1.7', '5.1.8'].includes(enhancedCode(failure) ?? '');

/**
 * True if the recipient's address is at fault: another 5.1.x, or a disabled mailbox (5.2.1). A full mailbox (5.2.2) and
 * a policy (5.7.x) don't count. Without an enhanced code, servers answer 550, 551, and 553 for unknown recipients, but
 * also to refuse us.
 */
function isAddressFailure(failure: SmtpFailure) {
  const { responseCode = 0 } = failure;
  const enhanced = enhancedCode(failure);
  if (enhanced) return enhanced.startsWith('5.1.') || enhanced === '5.2.1';
  return [550, 551, 553].includes(responseCode) && !REFUSES_US.test(withoutAddresses(failure.response ?? ''));
}

/** A quoted address may be that of a sender@ or relay@. Postfix calls its list of known addresses “relay recipient table”. */
const withoutAddresses = (response: string) => response.replace(/\S+@\S+/g, '');
const REFUSES_US =
  /\brelay(?! recipient)|rcpthosts|authenticat|\bsender\b|\bblocked\b|block ?list|black ?list|(?<!not )\blisted\b|exceeded|not permitted/i;
