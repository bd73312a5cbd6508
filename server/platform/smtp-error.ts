/**
 * What an error of nodemailer's pool says about the mail. Only two things are certain: a 4xx or 5xx answer to a command of this
 * mail, and a connection that never came to be. Anything else may have happened after the last byte, so the mail is in doubt.
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

const NEVER_CONNECTED = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'EPROXY', 'ECONFIG']);
const SETUP_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);
const SETUP_COMMANDS = new Set(['EHLO', 'HELO', 'LHLO', 'STARTTLS']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);
/** The relay's certificate was refused, which ends the connection before the password. */
const BAD_CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_ALTNAME_INVALID$)/;
/** The pool says these of mails that it had not begun to send. */
const NEVER_BEGUN = /^Invalid greeting|^Connection pool was closed|^Reached maximum number of retries/;

export function smtpError(error: unknown): MailError {
  const failure = error as SmtpFailure;
  const { code = '', command = '', responseCode = 0, message } = failure;
  if (isSetup(failure)) return new MailError('unavailable', message, { cause: error });
  const isAnswer = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === 421 || (isAnswer && responseCode >= 400 && responseCode < 500)) {
    return new MailError('deferred', message, { cause: error });
  }
  if (isAnswer && command === 'MAIL FROM') return new MailError('unavailable', message, { cause: error });
  if (isAnswer && (responseCode >= 500 || command === 'API')) {
    const isBadAddress = command === 'API' || (command === 'RCPT TO' && isAddressFailure(failure));
    return new MailError('bounced', message, { isBadAddress, cause: error });
  }
  return new MailError('uncertain', message, { cause: error });
}

const isSetup = ({ code = '', originalCode = '', command = '', timeoutType = '', message }: SmtpFailure) =>
  NEVER_CONNECTED.has(code) ||
  UNREACHABLE.has(originalCode) ||
  BAD_CERTIFICATE.test(originalCode) ||
  SETUP_TIMEOUTS.has(timeoutType) ||
  SETUP_COMMANDS.has(command) ||
  NEVER_BEGUN.test(message);

/**
 * 5.1.x is the address; 5.2.1 a mailbox that is closed. A full mailbox (5.2.2) and a policy (5.7.x) say nothing about it.
 * Without an enhanced code, 550, 551 and 553 are what servers answer for somebody they do not know.
 */
function isAddressFailure({ response = '', responseCode = 0 }: SmtpFailure) {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (enhanced) return enhanced.startsWith('5.1.') || enhanced === '5.2.1';
  return responseCode === 550 || responseCode === 551 || responseCode === 553;
}
