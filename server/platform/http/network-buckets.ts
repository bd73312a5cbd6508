/**
 * Cheap per-network limits, counted in memory: they keep one network from taking all of this process's time, and cost
 * no query. Limits that must be exact across processes are counted in Postgres (rate-limits.ts).
 * See docs/decisions/0013-count-load-in-memory-and-money-in-postgres.md.
 */
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isLoopback } from '../config-safety.ts';
import { networkOf } from './network.ts';
import { consume } from './rate-limits.ts';

/** Consumes one point of the caller's network, or throws 429 with the seconds to wait. */
type Bucket = (req: Request) => Promise<void>;

/** Doesn't count requests from this machine: probes, commands, benchmarks. */
export function networkBucket(points: number, seconds: number): Bucket {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (req) => {
    const address = req.ip ?? 'unknown';
    if (!isLoopback(address)) await consume(limiter, networkOf(address));
  };
}

/** Two a second for a minute: more than people type, but not enough to keep this process busy. */
const SEARCHES_PER_MINUTE = 120;
export const searchBucket = () => networkBucket(SEARCHES_PER_MINUTE, 60);

/** Limits requests with a search term by network. */
export function limitSearches(bucket = searchBucket()): RequestHandler {
  return async (req, _res, next) => {
    if (req.query.q) await bucket(req);
    next();
  };
}

export const limitBy =
  (bucket: Bucket): RequestHandler =>
  async (req, _res, next) => {
    await bucket(req);
    next();
  };
