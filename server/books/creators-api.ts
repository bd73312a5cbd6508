/**
 * Looks up an ASIN in Amazon's Creators API (version 3.1, OAuth client credentials), which needs an associate's
 * credentials.
 * https://affiliate-program.amazon.com/creatorsapi/docs
 */
import * as z from 'zod';
import type { Config } from '#server/platform/config.ts';
import type { BookData } from '#server/platform/deps.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { bookIn, RESOURCES } from './creators-item.ts';

const TIMEOUT_MS = 10_000;
/** A token is renewed this long before it expires. */
const MARGIN_MS = MINUTE_MS;
const MARKETPLACE = 'www.amazon.com';

type Options = {
  url: string;
  tokenUrl: string;
  credentialId: string;
  credentialSecret: string;
  partnerTag: string;
  now(): Date;
  log: Pick<Log, 'error'>;
};

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
type Answered = { status: number; body: unknown };

/** Amazon if there are credentials, then the demo catalog. Without either, a lookup is refused; typing always works. */
export function bookDataFromConfig(
  config: Config,
  { now, log, demo }: { now: () => Date; log: Log; demo: BookData | null },
): BookData {
  const amazon = config.AMAZON_CREDENTIAL_ID
    ? creatorsApi({
        url: config.AMAZON_API_URL,
        tokenUrl: config.AMAZON_TOKEN_URL,
        credentialId: config.AMAZON_CREDENTIAL_ID,
        credentialSecret: config.AMAZON_CREDENTIAL_SECRET!,
        partnerTag: config.AMAZON_PARTNER_TAG!,
        now,
        log,
      })
    : null;
  return {
    lookup: async (asin) => {
      if (!amazon && !demo)
        throw unavailable('Book lookup isn’t set up on this installation. Please enter the details yourself.');
      return (await amazon?.lookup(asin)) ?? (await demo?.lookup(asin)) ?? null;
    },
  };
}

function creatorsApi({ url, tokenUrl, partnerTag, now, log, ...credentials }: Options): BookData {
  let tokenCache = { token: '', until: 0 };
  let renewing: Promise<string> | null = null;

  const renewToken = async () => {
    const asked_at = now().getTime();
    const { status, body } = await post(tokenUrl, {
      grant_type: 'client_credentials',
      client_id: credentials.credentialId,
      client_secret: credentials.credentialSecret,
      scope: 'creatorsapi::default',
    });
    const answer = Token.safeParse(body);
    if (!answer.success) throw lookupRefused(log, 'token', status);
    tokenCache = { token: answer.data.access_token, until: asked_at + answer.data.expires_in * 1000 - MARGIN_MS };
    return tokenCache.token;
  };
  /** Shared by simultaneous callers. */
  const tokenNow = () => {
    if (tokenCache.until > now().getTime()) return tokenCache.token;
    renewing ??= renewToken().finally(() => {
      renewing = null;
    });
    return renewing;
  };
  const itemsOf = async (asin: string) =>
    post(
      `${url}/catalog/v1/getItems`,
      { itemIds: [asin], itemIdType: 'ASIN', marketplace: MARKETPLACE, partnerTag, resources: RESOURCES },
      { authorization: `Bearer ${await tokenNow()}`, 'x-marketplace': MARKETPLACE },
    );

  return {
    lookup: async (asin) => {
      let answer = await itemsOf(asin);
      if (answer.status === 401) {
        tokenCache = { token: '', until: 0 };
        answer = await itemsOf(asin);
      }
      if (answer.status === 200) return bookIn(answer.body, asin);
      if (answer.status === 404 || isAboutAsin(answer, asin)) return null;
      throw lookupRefused(log, 'getItems', answer.status);
    },
  };
}

/**
 * True if Amazon refused the lookup the ASIN itself. An unknown ASIN is a 400 to them, as is a wrong partner tag, which doesn't
 * mention the ASIN.
 */
const isAboutAsin = ({ status, body }: Answered, asin: string) => status === 400 && JSON.stringify(body).includes(asin);

/**
 * Logs the refusal: too many calls, no recent qualifying sales, or Amazon's own fault. The caller can't fix any of
 * them.
 */
function lookupRefused(log: Options['log'], call: string, status: number) {
  log.error({ call, status }, 'Amazon rejected the book lookup');
  return unavailable('Amazon isn’t responding right now. Please enter the details yourself.');
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Answered> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) return { status: 0, body: null };
  return { status: answer.status, body: await answer.json().catch(() => null) };
}
