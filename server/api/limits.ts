/** Counters for each class of rate limits. Services that count for themselves have `limited: true` in their table. */

import type { Request } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { networkBucket } from '#server/platform/http/network-buckets.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import type { LimitClass } from '#shared/api/operation.ts';

type Counted = { by: { role: string; id: number } | null; network: string; req: Request };

/**
 * For all accounts of a network together; each account may use half. Amazon's own limit applies to the whole
 * installation.
 */
const LOOK_UPS_PER_HOUR = 240;

export function createLimiter({ limits }: Pick<Deps, 'limits'>) {
  const lookUpsOfNetwork = networkBucket(LOOK_UPS_PER_HOUR, 3600);
  const account = ({ by }: Counted) => `${by!.role}:${by!.id}`;
  const classes: Record<LimitClass, (call: Counted) => Promise<unknown>> = {
    // Accounts are free and Stripe checks each card with its bank: without this limit, stolen cards could be tested
    // here.
    cards: async (call) => {
      await consume(limits.cards, account(call));
      await consume(limits.cardsFromAddress, call.network);
    },
    charges: (call) => consume(limits.charges, `${account(call)}:${call.network}`),
    pictures: (call) => consume(limits.pictures, account(call)),
    webhooks: (call) => consume(limits.webhooks, account(call)),
    'referral visits': ({ network }) => consume(limits.referralVisits, network),
    'store lookups': async (call) => {
      await consume(limits.storeLookups, account(call));
      await lookUpsOfNetwork(call.req);
    },
  };
  return (name: LimitClass, call: Counted) => classes[name](call);
}
