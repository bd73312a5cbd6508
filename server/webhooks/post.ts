/**
 * Posts a signed event to a URL that anyone may have chosen: only to public hosts or those that the operator lists,
 * without following redirects, and for at most five seconds.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#server/platform/public-addresses.ts';

/** Shorter than the time that a process has to shut down. */
const TIMEOUT_MS = 5_000;
const SECRET_PREFIX = 'whsec_';

const PRIVATE_HOST = 'The host isn’t on the public internet.';

/**
 * Refuses hosts with any private address. The connection uses the checked addresses, so a name can't resolve
 * differently in between.
 */
const lookupPublic =
  (resolve: typeof addressesOf): LookupFunction =>
  (hostname, options, callback) =>
    void resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new Error(PRIVATE_HOST), '');
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });

/** Used instead of `dns.lookup`, whose few threads a slow name server could block for all other lookups. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

async function addressesOf(hostname: string): Promise<{ address: string; family: number }[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addressesIn = (result: PromiseSettledResult<string[]>, family: 4 | 6) =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  return [...addressesIn(v4, 4), ...addressesIn(v6, 6)];
}

/** Derives a 256-bit secret from the installation's, so that a copy of the database doesn't reveal it. */
export const secretOf = (appSecret: string, salt: Uint8Array) =>
  SECRET_PREFIX + createHmac('sha256', appSecret).update('webhook secret\0').update(salt).digest('base64');
export const newSalt = () => new Uint8Array(randomBytes(16));

/** Headers of the Standard Webhooks specification (www.standardwebhooks.com), which has libraries in most languages. */
export function signedHeaders(secret: string, { id, at, body }: { id: string; at: Date; body: string }) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

export type PostResult = { status: number | null; error: string | null };

const isAllowedPrivateHost = ({ hostname, port, protocol }: URL, privateHosts: readonly string[]) =>
  privateHosts.includes(hostname) ||
  privateHosts.includes(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`);

/** The reason to refuse a URL, or null. The addresses of a host name are checked at each request. */
export function refusalOf(url: URL, privateHosts: readonly string[]): 'private' | 'insecure' | null {
  if (isAllowedPrivateHost(url, privateHosts)) return null;
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) && !isPublicAddress(address)) return 'private';
  return url.protocol === 'https:' ? null : 'insecure';
}

/** Hosts in `privateHosts` ('host' or 'host:port') may have private addresses and use http. */
export async function post(
  url: string,
  {
    body,
    headers,
    privateHosts,
    resolve = addressesOf,
  }: {
    body: string;
    headers: Record<string, string>;
    privateHosts: readonly string[];
    resolve?: typeof addressesOf;
  },
): Promise<PostResult> {
  const target = new URL(url);
  // The host may have left the operator's list since the endpoint was added.
  const refusal = refusalOf(target, privateHosts);
  if (refusal)
    return { status: null, error: refusal === 'private' ? PRIVATE_HOST : 'The address must begin with https://.' };
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Deckle', ...headers },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(isAllowedPrivateHost(target, privateHosts) ? {} : { lookup: lookupPublic(resolve) }),
  };
  const request = target.protocol === 'http:' ? httpRequest(target, options) : httpsRequest(target, options);
  return statusOf(request, body).then(
    (status) => ({ status, error: status >= 200 && status < 300 ? null : `The endpoint returned status ${status}.` }),
    (error: Error) => ({ status: null, error: errorText(error) }),
  );
}

/** Sends the request and returns the response's status, without reading its body. */
const statusOf = (request: ClientRequest, body: string) =>
  new Promise<number>((resolve, reject) => {
    request.on('error', reject);
    // Some connections close without a response or an error, for example when an endpoint switches protocols.
    request.on('close', () => reject(new Error('The connection was closed.')));
    request.on('response', (response) => {
      response.on('error', () => undefined);
      response.destroy();
      resolve(response.statusCode!);
    });
    request.end(body);
  });

const errorText = (error: Error & { code?: string }) =>
  error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'The endpoint didn’t respond within five seconds.'
    : error.message === PRIVATE_HOST
      ? PRIVATE_HOST
      : `The connection failed${error.code ? ` (${error.code})` : ''}.`;
