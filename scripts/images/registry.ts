/** Looks up a tag's digest in its registry (OCI distribution specification), with an anonymous token if required. */
import { createHash } from 'node:crypto';

const DOCKER_HUB = 'registry-1.docker.io';
const TIMEOUT_MS = 20_000;
/** Prefers the multi-platform index, so that the digest is valid on each platform. */
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** `sha256:…` of the manifest, computed from its bytes. Throws with the image's name if it isn't available. */
export async function digestOf(image: string): Promise<string> {
  const { base, name, tag } = partsOf(image);
  const url = `${base}/v2/${name}/manifests/${tag}`;
  const response = await requestManifest(url).catch((error: Error) => {
    throw new Error(`${image}: the request to ${new URL(base).host} failed (${error.message}).`);
  });
  if (!response.ok) throw new Error(`${image}: ${new URL(base).host} returned ${response.status}. Check the tag.`);
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')}`;
  const claimedDigest = response.headers.get('docker-content-digest');
  if (claimedDigest && claimedDigest !== digest)
    throw new Error(`${image}: the content doesn’t match the registry’s digest (${claimedDigest}).`);
  return digest;
}

/** 'node:24' is library/node on Docker Hub; a first part with a dot, a port, or localhost is a registry. */
function partsOf(image: string) {
  const at = image.lastIndexOf(':');
  const [path, tag] = [image.slice(0, at), image.slice(at + 1)];
  const [first, ...rest] = path.split('/');
  const hasRegistry = rest.length > 0 && /[.:]|^localhost$/.test(first!);
  const host = hasRegistry ? first! : DOCKER_HUB;
  const repository = hasRegistry ? rest.join('/') : path;
  const name = hasRegistry || repository.includes('/') ? repository : `library/${repository}`;
  const protocol = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) ? 'http' : 'https';
  return { base: `${protocol}://${host}`, name, tag };
}

async function requestManifest(url: string): Promise<Response> {
  const response = await get(url, { accept: ACCEPT });
  const challenge = response.status === 401 ? response.headers.get('www-authenticate') : null;
  if (!challenge) return response;
  return get(url, { accept: ACCEPT, authorization: `Bearer ${await tokenFor(challenge)}` });
}

/**
 * Requests an anonymous token from the address in a challenge, `Bearer realm="https://auth…",service="…",scope="…"`.
 */
async function tokenFor(challenge: string): Promise<string> {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  if (!/^Bearer /i.test(challenge) || !realm) throw new Error(`the registry requires a sign-in: ${challenge}`);
  const response = await get(`${realm}?${new URLSearchParams(query as Record<string, string>)}`, {});
  if (!response.ok) throw new Error(`${realm} responded with ${response.status}`);
  const { token, access_token } = (await response.json()) as { token?: string; access_token?: string };
  return token ?? access_token ?? '';
}

const get = (url: string, headers: Record<string, string>) =>
  fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
