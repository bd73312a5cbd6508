/**
 * Cheap limits per network, counted in this process: they keep one network from taking all of its time, and cost no query.
 * What must hold exactly, over all processes, is counted in Postgres instead (rate-limits.ts).
 * See docs/decisions/0013-count-load-in-memory-and-money-in-postgres.md.
 */
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isLoopback } from '../config-safety.ts';
import { networkOf } from './network.ts';
import { take } from './rate-limits.ts';

/** Takes one point of the caller's network, or throws 429 with the seconds to wait. */
type Bucket = (req: Request) => Promise<void>;

/** This machine's own requests aren't counted: probes, commands, benchmarks. */
export function networkBucket(points: number, seconds: number): Bucket {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (req) => {
    const address = req.ip ?? 'unknown';
    if (!isLoopback(address)) await take(limiter, networkOf(address));
  };
}

/** Two a second for a whole minute: more than people type, less than keeps this process busy. */
const SEARCHES_PER_MINUTE = 120;
export const searchBucket = () => networkBucket(SEARCHES_PER_MINUTE, 60);

/** Counts what looks for words. */
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
