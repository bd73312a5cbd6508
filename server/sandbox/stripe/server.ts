/**
 * The fake Stripe: a loopback server with the parts of Stripe's v1 API that we use, for demo, development, and tests.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { createApi, type Log } from './api.ts';
import { type AuthenticationOutcome, authenticate, createAuthenticationPages } from './authentication.ts';
import { chargeEndpoints } from './charges.ts';
import { customerEndpoints } from './customers.ts';
import { disputeEndpoints } from './disputes.ts';
import type { Endpoint } from './endpoints.ts';
import { internalError, invalidRequest } from './errors.ts';
import { eventEndpoints } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createIdempotency } from './idempotency.ts';
import { type JournalEntry, openJournal } from './journal.ts';
import { keysFrom } from './keys.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { createRecorder } from './recorder.ts';
import { refundEndpoints } from './refunds.ts';
import { allowBrowsers } from './requests.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { createState } from './state.ts';
import { createWebhooks, type WebhookControls, type WebhookEndpoint, type Webhooks } from './webhooks.ts';

const DEFAULT_WEBHOOK_SECRET = 'whsec_sandbox_without_any_money';

const ENDPOINTS: Endpoint[] = [
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
];

export type SandboxStripeOptions = {
  /** Created with its folder if missing. One process at a time may use it. */
  journalFile: string;
  now: () => Date;
  secretKey?: string;
  webhook?: WebhookEndpoint;
  log?: Log;
};

/** A running fake. Connect to it with `new Stripe(secretKey, { host, port, protocol })`. */
export type SandboxStripe = {
  host: string;
  port: number;
  protocol: 'http';
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Requests, authentications, and deliveries, with their effects, oldest first. */
  journal(): JournalEntry[];
  faults: Faults;
  webhooks: WebhookControls;
  /** Completes or fails an intent's 3-D Secure authentication, as its page does; throws if none is pending. */
  authenticate(intent: string, outcome: AuthenticationOutcome): void;
  close(): Promise<void>;
};

const HOST = '127.0.0.1';
const SILENT: Log = { error: () => undefined, warn: () => undefined };

export async function startSandboxStripe(options: SandboxStripeOptions): Promise<SandboxStripe> {
  const { now, webhook, log = SILENT } = options;
  const journal = openJournal(options.journalFile, now);
  const state = createState();
  for (const { changes } of journal.entries()) state.apply(changes);

  const faults = createFaults();
  const keys = keysFrom(options.secretKey);
  let port = 0;
  const base = () => `http://${HOST}:${port}`;
  const record = createRecorder(journal, state, (event) => webhooks.enqueue(event));
  const webhooks: Webhooks = createWebhooks({ endpoint: webhook, state, now, record, log, base });

  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'extended');
  const server = createServer(app);
  app.use(express.urlencoded({ extended: true, limit: '1mb' }));
  app.use(createAuthenticationPages({ state, now, record }));
  app.use(allowBrowsers);
  const idempotency = createIdempotency(state, now);
  app.use(createApi({ endpoints: ENDPOINTS, state, faults, idempotency, keys, now, record, log, base }));
  app.use(handleErrors(log));

  port = await listen(server);
  webhooks.start();
  return {
    host: HOST,
    port,
    ...keys,
    protocol: 'http',
    webhookSecret: webhook?.secret ?? DEFAULT_WEBHOOK_SECRET,
    journal: journal.entries,
    faults,
    webhooks,
    authenticate: (intent, outcome) => {
      authenticate({ state, now, record }, intent, outcome);
    },
    close: async () => {
      webhooks.close();
      faults.abandon();
      await stop(server);
      journal.close();
    },
  };
}

async function listen(server: Server) {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  return (server.address() as AddressInfo).port;
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Handles unreadable bodies and bugs in the fake. */
const handleErrors =
  (log: Log): ErrorRequestHandler =>
  (error: Error & { status?: number }, _req, res, _next) => {
    const failure =
      error.status && error.status < 500 ? invalidRequest('We couldn’t read the request.') : internalError();
    if (failure.status === 500) log.error({ err: error }, 'fake Stripe failed');
    res.status(failure.status).json({ error: failure.error });
  };
