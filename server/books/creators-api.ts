/**
 * Looks up an ASIN in Amazon's Creators API with an associate's version 3.1 credentials (OAuth client credentials,
 * North America).
 * https://affiliate-program.amazon.com/creatorsapi/docs
 */
import * as z from 'zod';
import type { Config } from '#server/platform/config.ts';
import type { BookData, BookLookup } from '#server/platform/deps.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { parseBook, RESOURCES } from './creators-item.ts';

const TIMEOUT_MS = 10_000;
/** A token is renewed this long before it expires. */
const RENEWAL_MARGIN_MS = MINUTE_MS;
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
/** `status` is 0 without a response. `body` is null if it couldn't be read, or isn't JSON. */
type ApiResponse = { status: number; body: unknown };

/** Looks up ASINs at Amazon, if it is configured, then in the demo catalog. Without either, lookups are refused. */
export function bookDataFromConfig(
  config: Config,
  { now, log, demo }: { now: () => Date; log: Log; demo: BookLookup | null },
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
  const isConfigured = Boolean(amazon ?? demo);
  return {
    isConfigured,
    lookup: async (asin) => {
      if (!isConfigured) throw unavailable('Book lookup isn’t set up on this site. Please enter the details yourself.');
      return (await amazon?.lookup(asin)) ?? (await demo?.lookup(asin)) ?? null;
    },
  };
}

function creatorsApi({ url, tokenUrl, partnerTag, now, log, ...credentials }: Options): BookLookup {
  let tokenCache = { token: '', validUntil: 0 };
  let renewal: Promise<string> | null = null;

  const renewToken = async () => {
    const requestedAt = now().getTime();
    const { status, body } = await post(tokenUrl, {
      grant_type: 'client_credentials',
      client_id: credentials.credentialId,
      client_secret: credentials.credentialSecret,
      scope: 'creatorsapi::default',
    });
    const parsed = Token.safeParse(body);
    if (!parsed.success) throw lookupRefused(log, 'token', status);
    const { access_token, expires_in } = parsed.data;
    tokenCache = { token: access_token, validUntil: requestedAt + expires_in * 1000 - RENEWAL_MARGIN_MS };
    return tokenCache.token;
  };
  /** Shared by simultaneous callers. */
  const currentToken = () => {
    if (tokenCache.validUntil > now().getTime()) return tokenCache.token;
    renewal ??= renewToken().finally(() => {
      renewal = null;
    });
    return renewal;
  };
  const fetchItems = async (asin: string) =>
    post(
      `${url}/catalog/v1/getItems`,
      { itemIds: [asin], itemIdType: 'ASIN', marketplace: MARKETPLACE, partnerTag, resources: RESOURCES },
      { authorization: `Bearer ${await currentToken()}`, 'x-marketplace': MARKETPLACE },
    );

  return {
    lookup: async (asin) => {
      let response = await fetchItems(asin);
      if (response.status === 401) {
        tokenCache = { token: '', validUntil: 0 };
        response = await fetchItems(asin);
      }
      if (response.status === 200 && response.body !== null) return parseBook(response.body, asin);
      if (response.status === 404 || isAboutAsin(response, asin)) return null;
      throw lookupRefused(log, 'getItems', response.status);
    },
  };
}

/**
 * True if Amazon refused the lookup because of the ASIN. An unknown ASIN gets a 400 that contains it; a wrong partner
 * tag gets a 400 that doesn't.
 */
const isAboutAsin = ({ status, body }: ApiResponse, asin: string) =>
  status === 400 && JSON.stringify(body).includes(asin);

/**
 * Logs a failed call, and returns the error to throw. Usual causes are too many calls, no recent qualifying sales, or a
 * failure at Amazon; the caller can't fix any of them.
 */
function lookupRefused(log: Options['log'], call: string, status: number) {
  log.error({ call, status }, 'Amazon book lookup failed');
  return unavailable('Amazon isn’t responding right now. Please enter the details yourself.');
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!response) return { status: 0, body: null };
  return { status: response.status, body: await response.json().catch(() => null) };
}
