/**
 * Test helpers: a fake with a new journal, the real `stripe` package connected to it, and a merchant's webhook
 * endpoint.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type SandboxStripe, type SandboxStripeOptions, startSandboxStripe } from './server.ts';

/** Returns the path of a new journal file, deleted when the test ends. */
export function newJournalFile() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.jsonl');
}

export const NOON = new Date('2026-11-20T12:00:00Z');

/** Starts a sandbox that closes when the test ends. */
export async function startSandbox(options: Partial<SandboxStripeOptions> = {}) {
  const journalFile = options.journalFile ?? newJournalFile();
  const sandbox = await startSandboxStripe({ now: () => new Date(NOON), ...options, journalFile });
  onTestFinished(() => sandbox.close());
  return {
    sandbox,
    stripe: clientOf(sandbox),
    publishableStripe: clientOf(sandbox, sandbox.publishableKey),
    journalFile,
  };
}

export const clientOf = ({ host, port, protocol, secretKey }: SandboxStripe, key = secretKey, timeout = 10_000) =>
  new Stripe(key, { host, port, protocol, maxNetworkRetries: 0, telemetry: false, timeout });

/** Creates a customer with one saved card. */
export async function saveCard(stripe: Stripe, token = 'pm_card_visa') {
  const customer = await stripe.customers.create({ name: 'Ada Author', metadata: { partner_id: '7' } });
  const { id } = await stripe.paymentMethods.attach(token, { customer: customer.id });
  return { customer: customer.id, payment_method: id };
}

/** Payment intent parameters of a promotion's charge: off-session and confirmed immediately. */
export const offSession = (card: { customer: string; payment_method: string }, amount = 1250) => ({
  ...card,
  amount,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  confirm: true,
  off_session: true,
});

/** Returns the call's error as the package reports it; throws if there is none. */
export async function expectStripeError(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof Stripe.errors.StripeError) return failure;
  throw new Error(`expected a Stripe error, got ${String(failure)}`);
}

export type ReceivedEvent = { event: Stripe.Event; body: string; signature: string };

export type StatusOf = (delivery: number) => number | Promise<number>;

/** Starts a merchant's webhook endpoint; `statusOf` returns the status for the n-th delivery (from 0). */
export async function startWebhookReceiver(secret: string, statusOf: StatusOf = () => 200) {
  const received: ReceivedEvent[] = [];
  const server = createServer((req, res) => void handleRequest(req, res));
  async function handleRequest(req: IncomingMessage, res: ServerResponse) {
    const body = Buffer.concat(await req.toArray()).toString('utf8');
    const signature = String(req.headers['stripe-signature']);
    const event = Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, NOON.getTime());
    const delivery = received.push({ event, body, signature }) - 1;
    res.writeHead(await statusOf(delivery)).end();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stripe/webhook`;
  return { url, received, types: () => received.map(({ event }) => event.type) };
}
