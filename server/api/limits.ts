/**
 * Counters for each class of rate limits. Operations that count their own calls have `rateLimited: true` in their
 * table.
 */

import type { Request } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { networkBucket } from '#server/platform/http/network-buckets.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import type { LimitClass } from '#shared/api/operation.ts';

type LimitedCall = { actor: { role: string; id: number } | null; network: string; req: Request };

/**
 * Maximum in each process for all accounts of a network together, twice that of one account. Amazon's own limit applies
 * to the whole installation.
 */
const MAX_LOOKUPS_PER_HOUR = 240;
/** Low, because a share card is drawn again for every request. */
const MAX_SHARE_CARDS_PER_MINUTE = 30;

export function createLimiter({ limits }: Pick<Deps, 'limits'>) {
  const lookupsOfNetwork = networkBucket(MAX_LOOKUPS_PER_HOUR, 3600);
  const shareCardsOfNetwork = networkBucket(MAX_SHARE_CARDS_PER_MINUTE, 60);
  const account = ({ actor }: LimitedCall) => `${actor!.role}:${actor!.id}`;
  const classes: Record<LimitClass, (call: LimitedCall) => Promise<unknown>> = {
    // Accounts are free and Stripe checks each card with its bank: without this limit, stolen cards could be tested
    // here.
    cards: async (call) => {
      await consume(limits.cards, account(call));
      await consume(limits.cardsFromNetwork, call.network);
    },
    charges: (call) => consume(limits.charges, `${account(call)}:${call.network}`),
    pictures: (call) => consume(limits.pictures, account(call)),
    webhooks: (call) => consume(limits.webhooks, account(call)),
    'sales reports': (call) => consume(limits.salesReports, account(call)),
    'referral visits': ({ network }) => consume(limits.referralVisits, network),
    'share cards': async ({ req }) => shareCardsOfNetwork(req),
    'store lookups': async (call) => {
      await consume(limits.storeLookups, account(call));
      await lookupsOfNetwork(call.req);
    },
  };
  return (name: LimitClass, call: LimitedCall) => classes[name](call);
}
