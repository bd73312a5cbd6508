/** Types of all stateful dependencies; server/deps.ts creates them once and passes them down. */
import type OpenAI from 'openai';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type Stripe from 'stripe';
import type { StoreData } from '#shared/books.ts';
import type { BlobStore } from './blobs.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { StripeMode } from './config-safety.ts';
import type { Database, Pool } from './database.ts';
import type { Log } from './log.ts';
import type { MailRenderer, MailTransport } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Queue } from './queue.ts';
import type { ReplicaState } from './replica.ts';

export type BookLookup = {
  /** The store's data about an ASIN, or null if it knows no such book. */
  lookup(asin: string): Promise<Omit<StoreData, 'fetched_at'> | null>;
};

/** Lookups throw if no provider is configured. */
export type BookData = BookLookup & { isConfigured: boolean };

export type AiModel = {
  openai: OpenAI;
  name: string;
  /** US cents per million tokens. */
  price: { input: number; output: number };
  /** Null leaves it to the provider. */
  effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null;
  /** Tokens for reasoning, in addition to the answer. */
  reasoningTokens: number;
  /** Null without moderation. */
  moderationModel: string | null;
  timeoutMs: number;
};

export type Limits = {
  signInFailures: RateLimiterAbstract;
  accountFromNetwork: RateLimiterAbstract;
  /** Counts a day's wrong attempts; `accountPauses` spaces them out. */
  accountFailures: RateLimiterAbstract;
  accountPauses: RateLimiterAbstract;
  knownBrowsers: RateLimiterAbstract;
  /** Passwords and codes that a change requires besides a session or an emailed link. */
  proofs: RateLimiterAbstract;
  forgot: RateLimiterAbstract;
  forgotFromNetwork: RateLimiterAbstract;
  apiKeys: RateLimiterAbstract;
  signUps: RateLimiterAbstract;
  verifications: RateLimiterAbstract;
  readerSignUps: RateLimiterAbstract;
  /** Emails that confirm a follow or a saved book, by address. */
  listRequests: RateLimiterAbstract;
  charges: RateLimiterAbstract;
  webhooks: RateLimiterAbstract;
  cards: RateLimiterAbstract;
  cardsFromNetwork: RateLimiterAbstract;
  contact: RateLimiterAbstract;
  discountGuesses: RateLimiterAbstract;
  pictures: RateLimiterAbstract;
  salesReports: RateLimiterAbstract;
  storeLookups: RateLimiterAbstract;
  referralVisits: RateLimiterAbstract;
  aiHour: RateLimiterAbstract;
  aiDay: RateLimiterAbstract;
  aiPrompts: RateLimiterAbstract;
};

export type Deps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  now(): Date;
  /** Aborts when the process begins to stop, which ends open streams. */
  stopping: AbortSignal;
  db: Database;
  /** For public reads: may be a replica, seconds behind `db`. Never written to. */
  reads: Database;
  pool: Pool;
  /** Pool of `reads` for hot reads in SQL: Prisma's raw queries take three times as long. */
  readsPool: Pool;
  /** The last measured state of the read replica. Null if none is configured. */
  replica: (() => ReplicaState) | null;
  queue: Queue;
  mail: MailTransport;
  /** Loaded with the first email. */
  mailRenderer(): Promise<MailRenderer>;
  blobs: BlobStore;
  bookData: BookData;
  limits: Limits;
  /** Null without a key. */
  ai: AiModel | null;
  stripe: { api: Stripe; mode: StripeMode; publishableKey: string | null; webhookSecret: string };
};
