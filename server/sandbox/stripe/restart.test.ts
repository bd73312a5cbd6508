import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';
import { CARDS } from './cards.ts';
import { expectStripeError, newJournalFile, offSession, saveCard, startSandbox } from './test-sandbox.ts';

it('restores objects, saved responses, and cards after a restart', async () => {
  const before = await startSandbox();
  const card = await saveCard(before.stripe, 'pm_card_authenticationRequiredOnSetup');
  const intent = await before.stripe.setupIntents.create({
    customer: card.customer,
    payment_method: card.payment_method,
    confirm: true,
    return_url: 'https://deckle.test/back',
  });
  await before.sandbox.close();

  const after = await startSandbox({ journalFile: before.journalFile });
  const pending = await after.stripe.setupIntents.retrieve(intent.id);
  expect(pending.next_action!.redirect_to_url!.url).toContain(`http://127.0.0.1:${after.sandbox.port}/3d_secure/`);
  after.sandbox.authenticate(intent.id, 'complete');
  const charge = (stripe: Stripe) => stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' });
  const paid = await charge(after.stripe);
  await after.sandbox.close();

  const last = await startSandbox({ journalFile: before.journalFile });
  expect(await charge(last.stripe)).toEqual(paid);
  expect((await last.stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([1250]);
  expect(last.sandbox.journal().filter(({ replayed }) => replayed)).toHaveLength(1);
});

it('removes a line left incomplete by a crash', async () => {
  const { sandbox, stripe, journalFile } = await startSandbox();
  await stripe.customers.create({ name: 'complete' });
  await sandbox.close();
  appendFileSync(journalFile, '{"seq":2,"kind":"request","changes":[{"collec');
  const again = await startSandbox({ journalFile });
  await again.stripe.customers.create({ name: 'next' });
  await again.sandbox.close();
  const last = await startSandbox({ journalFile });
  expect((await last.stripe.customers.list()).data.map(({ name }) => name)).toEqual(['next', 'complete']);
});

it('writes no number or security code of a card to disk', async () => {
  const { stripe, journalFile } = await startSandbox();
  for (const { number } of Object.values(CARDS)) {
    const card = { number, exp_month: 4, exp_year: 2031, cvc: number.startsWith('37') ? '8765' : '876' };
    await stripe.paymentMethods.create({ type: 'card', card });
    await expectStripeError(stripe.paymentMethods.retrieve(number));
    await expectStripeError(stripe.customers.create({ card_number: number } as never));
  }
  const { number } = CARDS.visa;
  await expectStripeError(stripe.paymentMethods.attach(number, { customer: 'cus_x' }));
  const written = readFileSync(journalFile, 'utf8');
  expect(written.includes('"•••• 4242"')).toBe(true);
  const secrets = [...Object.values(CARDS).map((card) => card.number), '"876"', '"8765"'];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

/** Starts a fake in a separate process, so that it can be killed. */
async function startProcess(journalFile: string) {
  const script = `
    const { startSandboxStripe } = await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)});
    const { port, secretKey } = await startSandboxStripe({ journalFile: process.argv[1], now: () => new Date(1795176000000) });
    console.log(JSON.stringify({ port, secretKey }));`;
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script, journalFile], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { port, secretKey } = JSON.parse(line.toString()) as { port: number; secretKey: string };
  const stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { child, stripe };
}

it('keeps every acknowledged charge after a SIGKILL, and charges each key once', async () => {
  const journalFile = newJournalFile();
  const { child, stripe } = await startProcess(journalFile);
  const card = await saveCard(stripe);
  const keys = Array.from({ length: 200 }, (_, index) => `promo:${index}:attempt:1`);
  const charge = (client: Stripe, idempotencyKey: string) =>
    client.paymentIntents.create(offSession(card), { idempotencyKey });
  const acknowledged = new Map<string, string>();
  const pending = [...keys];
  const worker = async () => {
    for (let key = pending.shift(); key; key = pending.shift()) {
      acknowledged.set(key, (await charge(stripe, key)).id);
      if (acknowledged.size === 40) child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 20 }, worker));
  expect(acknowledged.size).toBeGreaterThanOrEqual(40);
  expect(acknowledged.size).toBeLessThan(200);

  const restarted = await startSandbox({ journalFile });
  for (const key of keys) {
    const { id } = await charge(restarted.stripe, key);
    expect(id).toBe(acknowledged.get(key) ?? id);
  }
  const charges = await restarted.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  expect(charges).toHaveLength(200);
});
