/** JSON log lines with the id of their request or job. Secrets and addresses are redacted. */
import pino from 'pino';
import { logContext } from './log-context.ts';

export type Log = pino.Logger;

/**
 * `destination` receives each finished line. Defaults to standard output, where lines that arrive during a write are
 * buffered and written together; all are written when the process exits, unless it is killed.
 */
export const createLog = (
  level: string,
  destination: pino.DestinationStream = pino.destination({ sync: false }),
): Log => pino({ level, base: null, mixin: () => logContext(), hooks: { streamWrite: redactSecrets } }, destination);

const SECRET_NAMES = [
  'access-token',
  'authorization',
  'cookie',
  '\\w*password\\w*',
  '\\w*secret\\w*',
  '\\w*token',
  'email',
  'uid',
  'uuid',
  'to',
].join('|');
/** A field with such a name, as JSON, as JSON within JSON, or as Prisma prints it. */
const SECRET_FIELD = new RegExp(
  `((?:^|[\\s{,\\\\"'])(?:${SECRET_NAMES})\\\\*["']?\\s*:\\s*\\\\*["'])(?:[^"'\\\\]|\\\\(?!["']))+`,
  'gi',
);
const UUID = '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b';
const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  [SECRET_FIELD, '$1[redacted]'],
  [/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [redacted]'],
  [/\b(?:sk|rk|pk|whsec|seti|pi)_[\w]*(?:_secret_\w+|live_\w+|test_\w+)/g, '[key]'],
  [/\$2[aby]\$\d\d\$[./\w]{53}/g, '[hash]'],
  [/\b(\w)[\w.+%'-]*@([\w-]+(?:\.[\w-]+)+)/g, '$1…@$2'],
  // Our ids of requests, errors, and jobs aren't secret; a reader's uuid is the key to their preferences.
  [new RegExp(`(?<!(?:request_id|error_id|job_id|id)\\\\?":\\\\?")${UUID}`, 'gi'), '[uuid]'],
];
/**
 * 14 to 19 digits, with or without spaces or hyphens, are a card number, unless they are part of a uuid. Instants in
 * milliseconds have 13.
 */
const CARD_NUMBER = new RegExp(`(${UUID})|(?<![\\d.])\\d(?:[ -]?\\d){13,18}(?!\\d)`, 'gi');

/** Redacts the secrets in JSON. */
export const redactSecrets = (line: string) =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line).replace(
    CARD_NUMBER,
    (_, id?: string) => id ?? '[digits]',
  );
