/**
 * Sends emails through a provider's HTTP API: one JSON POST per email with an Idempotency-Key, so that an email with an
 * unknown outcome can safely be sent again. 2xx: accepted. 409: accepted before. 408, 425, 429, 5xx, lost or late
 * responses, and a 409 while an earlier request is in progress: retry with the same key. Redirects, 401, 403, 404, and
 * 405: our setup is wrong. Otherwise: refused. An email is uncertain if one of its posts may have been accepted, and no post was
 * accepted or refused for certain. See docs/decisions/0027-resend-with-idempotency-keys.md.
 */
import { createKeepAliveClient, type Post, type PostResult, ResponseLostError } from './keep-alive-client.ts';
import { MailError, type MailTransport, type OutgoingEmail } from './mail.ts';

const CONNECTIONS = 8;
const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

type Options = { url: string; key: string; from: string };

export function httpMail({ url, key, from }: Options): MailTransport {
  let isClosed = false;
  const post = createKeepAliveClient(url, { connections: CONNECTIONS, timeoutMs: TIMEOUT_MS });
  const headersFor = ({ messageId }: OutgoingEmail) => ({
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': messageId.replace(/[<>]/g, ''),
  });
  const send = async (mail: OutgoingEmail) => {
    if (isClosed) throw new MailError('unavailable', 'the mail transport is closed');
    const body = JSON.stringify(bodyOf(from, mail));
    let uncertain: MailError | null = null;
    for (let attempt = 1; ; attempt++) {
      const result = await tryPost(post, headersFor(mail), body);
      if (result.isAccepted) return;
      const { error } = result;
      if (error.outcome === 'uncertain') uncertain ??= error;
      if (!result.canRetry || attempt === MAX_ATTEMPTS || isClosed)
        throw error.outcome === 'bounced' ? error : (uncertain ?? error);
      const wait = Math.min(MAX_WAIT_MS, result.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1));
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

const bodyOf = (from: string, { to, subject, html, text, messageId, headers = {}, returnPath }: OutgoingEmail) => ({
  from,
  to,
  subject,
  html,
  text,
  headers: { ...headers, 'Message-ID': messageId },
  ...(returnPath ? { return_path: returnPath } : {}),
});

type PostOutcome =
  | { isAccepted: true }
  | { isAccepted: false; canRetry: boolean; waitMs?: number | undefined; error: MailError };

async function tryPost(post: Post, headers: Record<string, string>, body: string): Promise<PostOutcome> {
  try {
    const response = await post(headers, body);
    const { status } = response;
    const isAccepted = (status >= 200 && status < 300) || (status === 409 && !isConcurrent(response));
    return isAccepted ? { isAccepted } : failureOf(response);
  } catch (error) {
    const outcome = error instanceof ResponseLostError ? 'uncertain' : 'unavailable';
    const failure = new MailError(outcome, (error as Error).message, { cause: error });
    return { isAccepted: false, canRetry: true, error: failure };
  }
}

/** Resend's error while another request with the same key is in progress, whose outcome isn't known yet. */
const isConcurrent = ({ status, text }: PostResult) =>
  status === 409 && text.includes('concurrent_idempotent_requests');

/** Too late, too early, and too many requests: the email wasn't read, and may be sent again. */
const TRY_AGAIN = [408, 425, 429];

/** Redirects, 401, 403, 404, and 405 concern our setup and no reader's address; a 500 may concern this one email. */
function failureOf(response: PostResult): PostOutcome {
  const { status, headers, text } = response;
  const message = `${status} ${text}`;
  if (TRY_AGAIN.includes(status) || status >= 500 || isConcurrent(response)) {
    const outcome =
      status === 409 ? 'uncertain' : TRY_AGAIN.includes(status) || status === 503 ? 'unavailable' : 'deferred';
    const seconds = Number(headers['retry-after']);
    const waitMs = seconds > 0 ? seconds * 1000 : undefined;
    return { isAccepted: false, canRetry: true, waitMs, error: new MailError(outcome, message) };
  }
  const outcome = status < 400 || [401, 403, 404, 405].includes(status) ? 'unavailable' : 'bounced';
  return { isAccepted: false, canRetry: false, error: new MailError(outcome, message) };
}
