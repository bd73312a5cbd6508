/** Follows tracked links. The click is stored before the redirect, and shares its commit with simultaneous ones. */
import { LRUCache } from 'lru-cache';
import type { UserAgentClass } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { networkOf, rangesOf } from '#server/platform/http/network.ts';
import { mac } from '#server/platform/signed.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { channelOf } from '#shared/share-channels.ts';
import { isStoreUrl } from '#shared/stores.ts';
import { batchConcurrent } from './batch-concurrent.ts';
import { approvedUrl, type ClickRequest, storeClicks } from './store.ts';
import { readLinkToken, type TrackedLink } from './token.ts';

export type Visit = { ua_class: UserAgentClass; ip: string | undefined; from?: unknown };

const CLICKS_PER_COMMIT = 500;
/**
 * Maximum number of clicks on a reader's links to one newsletter's deals that a process stores in an hour. More, from a
 * loop or a link that a reader published, would fill the memory of the processes that judge them. At most one per
 * promotion is billed anyway.
 */
export const MAX_NEWSLETTER_CLICKS_PER_READER = 1_000;
const MAX_COUNTED_EMAILS = 50_000;
/** The home page, to which programs that follow a hidden link are redirected. */
const HONEYPOT_TARGET = '/';

/**
 * Creates a function that stores a click and returns the address to redirect to, or null for an invalid token or a link
 * without a valid store address. If the click can't be stored, it throws and the visitor gets a 503, so no redirect
 * goes unrecorded, except for those beyond `MAX_NEWSLETTER_CLICKS_PER_READER`.
 */
export function createLinkFollower({ pool, config, now }: Pick<Deps, 'pool' | 'config' | 'now'>) {
  const store = batchConcurrent((clicks: readonly ClickRequest[]) => storeClicks(pool, clicks), CLICKS_PER_COMMIT);
  const emailClicks = new LRUCache<string, { count: number }>({ max: MAX_COUNTED_EMAILS, ttl: HOUR_MS });
  const isFlood = ({ newsletter_id, reader_id }: TrackedLink) => {
    // Our own pages have the same link for everyone.
    if (!newsletter_id) return false;
    const key = `${newsletter_id} ${reader_id}`;
    const clicks = emailClicks.get(key);
    if (!clicks) emailClicks.set(key, { count: 1 });
    return clicks !== undefined && ++clicks.count > MAX_NEWSLETTER_CLICKS_PER_READER;
  };
  return async (token: string, { ua_class, ip, from }: Visit): Promise<string | null> => {
    const link = readLinkToken(config.appSecret, token);
    if (!link) return null;
    const row = { ...asRow(link), ...hashNetworks(config.appSecret, ip), clicked_at: now(), ua_class };
    const url = isFlood(link)
      ? await approvedUrl(pool, row)
      : await store({ ...row, channel: row.newsletter_id ? null : channelOf(from) });
    if (link.kind === 'honeypot') return HONEYPOT_TARGET;
    // Redirects only to the store's own site, even if another address is stored, and to the address as the URL parser
    // reads it.
    return url && isStoreUrl(link.store, url) ? new URL(url).href : null;
  };
}

/** Keyed hashes of the network and of the ranges around it. */
function hashNetworks(secret: string, ip: string | undefined) {
  const hash = (purpose: string, network: string | null) => (network === null ? null : mac(secret, purpose, network));
  const { subnet, site } = ip ? rangesOf(ip) : { subnet: null, site: null };
  return {
    ip_hash: hash('ip', ip ? networkOf(ip) : null),
    subnet_hash: hash('subnet', subnet),
    site_hash: hash('site', site),
  };
}

const asRow = (link: TrackedLink) => ({
  promotion_id: link.kind === 'store' ? link.promotion_id : null,
  store: link.kind === 'store' ? link.store : null,
  newsletter_id: link.newsletter_id || null,
  reader_id: link.newsletter_id ? link.reader_id : null,
});
