/** Follows tracked links: the click is stored before the answer names the store, and shares its commit with those beside it. */
import type { UserAgentClass } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { networkOf } from '#server/platform/http/network.ts';
import { mac } from '#server/platform/signed.ts';
import { isStoreUrl } from '#shared/stores.ts';
import { inGroups } from './groups.ts';
import { type ClickRequest, storeClicks } from './store.ts';
import { readToken, type TrackedLink } from './token.ts';

export type Visit = { ua_class: UserAgentClass; ip: string | undefined };

const CLICKS_PER_COMMIT = 500;
/** Nobody sees the honeypot, so who follows it is a machine; it is sent to the front page like a lost guest. */
const HONEYPOT_LEADS_TO = '/';

/**
 * For one process: answers the address to send the visitor to, null for a token that leads nowhere. When the database cannot
 * keep the click nobody is redirected, and the answer is 503: what was answered was counted.
 */
export function linkFollower({ pool, config, now }: Pick<Deps, 'pool' | 'config' | 'now'>) {
  const store = inGroups((clicks: readonly ClickRequest[]) => storeClicks(pool, clicks), CLICKS_PER_COMMIT);
  return async (token: string, { ua_class, ip }: Visit): Promise<string | null> => {
    const link = readToken(config.appSecret, token);
    if (!link) return null;
    const ip_hash = ip ? mac(config.appSecret, 'ip', networkOf(ip)) : null;
    const url = await store({ ...asRow(link), clicked_at: now(), ip_hash, ua_class });
    if (link.kind === 'honeypot') return HONEYPOT_LEADS_TO;
    // Whatever is stored: only to that store, and as the URL parser reads it.
    return url && isStoreUrl(link.store, url) ? new URL(url).href : null;
  };
}

const asRow = (link: TrackedLink) => ({
  promotion_id: link.kind === 'store' ? link.promotion_id : null,
  store: link.kind === 'store' ? link.store : null,
  newsletter_id: link.newsletter_id || null,
  reader_id: link.newsletter_id ? link.reader_id : null,
});
