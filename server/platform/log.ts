/** JSON lines with a request id. Tokens, passwords, card numbers, addresses and reader uuids never reach them (design 5, rule 9). */
import pino from 'pino';

export type Log = pino.Logger;

const SECRETS = [
  'access-token',
  'authorization',
  'cookie',
  'password',
  'password_confirmation',
  'current_password',
  'token',
  'email',
  'uid',
  'uuid',
  'to',
];

export const createLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    base: null,
  });
