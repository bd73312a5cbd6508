/**
 * Mail by a provider's HTTP interface: one JSON POST per mail with an Idempotency-Key, so that a mail whose outcome is unknown is
 * simply posted again. 2xx: accepted. 409: accepted before. 429, 5xx and silence: again with the same key. Else: refused.
 */
import { MailError, type MailTransport, type OutgoingMail } from './mail.ts';

const CONNECTIONS = 8;
const TIMEOUT_MS = 10_000;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

type Options = {
  url: string;
  key: string;
  from: string;
  /** Shorter in tests. */
  firstWaitMs?: number;
  timeoutMs?: number;
};

export function httpMail(options: Options): MailTransport {
  let isClosed = false;
  const send = async (mail: OutgoingMail) => {
    if (isClosed) throw new MailError('unavailable', 'the mail transport is closed');
    const body = JSON.stringify(bodyOf(options.from, mail));
    for (let tried = 1; ; tried++) {
      const answer = await post(options, mail.messageId.replace(/[<>]/g, ''), body);
      if (answer.isAccepted) return;
      if (!answer.mayRetry || tried === TRIES || isClosed) throw answer.error;
      const wait = Math.min(
        LONGEST_WAIT_MS,
        answer.waitMs ?? (options.firstWaitMs ?? FIRST_WAIT_MS) * 2 ** (tried - 1),
      );
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
  return {
    name: 'http',
    isIdempotent: true,
    connections: CONNECTIONS,
    send,
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}

const bodyOf = (from: string, { to, subject, html, text, messageId, headers = {}, returnPath }: OutgoingMail) => ({
  from,
  to,
  subject,
  html,
  text,
  headers: { ...headers, 'Message-ID': messageId },
  ...(returnPath ? { return_path: returnPath } : {}),
});

type Answer =
  | { isAccepted: true }
  | { isAccepted: false; mayRetry: boolean; waitMs?: number | undefined; error: MailError };

async function post(
  { url, key, timeoutMs = TIMEOUT_MS }: Options,
  idempotencyKey: string,
  body: string,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok || response.status === 409) {
      await response.body?.cancel();
      return { isAccepted: true };
    }
  } catch (error) {
    const cause = (error as { cause?: { message?: string } }).cause?.message ?? (error as Error).message;
    return { isAccepted: false, mayRetry: true, error: new MailError('unavailable', cause, { cause: error }) };
  }
  const said = await response.text().catch(() => '');
  return refusalOf(response, `${response.status} ${said}`);
}

/** 401, 403 and 404 are about our own set-up, so they are no reader's fault; 500 may be this one mail's. */
function refusalOf({ status, headers }: Response, message: string): Answer {
  if (status === 429 || status >= 500) {
    const outcome = status === 429 || status === 503 ? 'unavailable' : 'deferred';
    const seconds = Number(headers.get('retry-after'));
    const waitMs = seconds > 0 ? seconds * 1000 : undefined;
    return { isAccepted: false, mayRetry: true, waitMs, error: new MailError(outcome, message) };
  }
  const outcome = [401, 403, 404, 405].includes(status) ? 'unavailable' : 'bounced';
  return { isAccepted: false, mayRetry: false, error: new MailError(outcome, message) };
}
