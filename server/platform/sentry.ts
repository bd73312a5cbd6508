/**
 * Forwards browser errors to Sentry or a compatible service as envelopes, so that browsers send them only to us. Secrets
 * are redacted as in the log.
 */
import { randomUUID } from 'node:crypto';
import type { ClientError } from '#shared/client-errors.ts';
import { loggedPath } from './http/request-log.ts';
import { type Log, redactSecrets } from './log.ts';

const TIMEOUT_MS = 10_000;
const CLIENT = 'deckle/1.0';
/** Errors beyond this limit are only in our own log. */
const MAX_PER_MINUTE = 30;

type Options = { dsn: string; appUrl: string; log: Pick<Log, 'warn'>; now: () => Date };

/** `report` never throws and doesn't block the caller; `done` resolves when the most recent request is finished. */
export function sentryReporter({ dsn, appUrl, log, now }: Options) {
  const { endpoint, key } = parseDsn(dsn);
  let minute = 0;
  let reportCount = 0;
  let last: Promise<unknown> = Promise.resolve();

  const isOverLimit = () => {
    const current = Math.floor(now().getTime() / 60_000);
    if (current !== minute) [minute, reportCount] = [current, 0];
    return ++reportCount > MAX_PER_MINUTE;
  };
  const send = async (error: ClientError) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=${CLIENT}`,
      },
      body: envelopeOf(error, { dsn, url: appUrl + loggedPath(error.path), at: now() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Sentry returned ${response.status}`);
  };
  return {
    report(error: ClientError) {
      if (isOverLimit()) return;
      last = send(error).catch((failure) => log.warn({ err: failure }, 'browser error not forwarded to Sentry'));
    },
    done: () => last,
  };
}

/** Splits a validated DSN 'https://key@host/prefix/7' into the URL for project 7's envelopes and the key. */
function parseDsn(dsn: string) {
  const { protocol, host, username: key, pathname } = new URL(dsn);
  const [, prefix = '', project = ''] = /^(.*)\/(\d+)\/?$/.exec(pathname) ?? [];
  return { endpoint: `${protocol}//${host}${prefix}/api/${project}/envelope/`, key };
}

/** An envelope with one event. https://develop.sentry.dev/sdk/data-model/envelopes/ */
function envelopeOf(
  { error_id, message, stack }: ClientError,
  { dsn, url, at }: { dsn: string; url: string; at: Date },
) {
  const event_id = randomUUID().replaceAll('-', '');
  const [, type = 'Error', value = message] = /^(\w*Error): (.*)/s.exec(message) ?? [];
  const event = {
    event_id,
    timestamp: at.getTime() / 1000,
    platform: 'javascript',
    level: 'error',
    ...redact({
      exception: { values: [{ type, value }] },
      request: { url },
      tags: { error_id },
      extra: { stack },
    }),
  };
  return [{ event_id, dsn, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Leaves the event's own id alone, whose digits may look like a card number. */
const redact = (facts: object): object => JSON.parse(redactSecrets(JSON.stringify(facts)));
