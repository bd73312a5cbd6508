/** A complete server with demo data on its own temporary database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppParts, createApp } from '#server/app.ts';
import { buildDeps } from '#server/deps.ts';
import { registerJobs } from '#server/jobs.ts';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { migrate } from '#server/platform/migrations.ts';
import { initializeSchedule } from '#server/schedule.ts';
import { toIsoDate } from '#shared/dates.ts';
import { installZodMessages } from '#shared/validation.ts';
import { seedDemo } from '../../prisma/seed.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type TemporaryServer = { base: string; names: Record<string, string>; close(): Promise<void> };

type BuildPages = (deps: Deps) => Promise<NonNullable<AppParts['web']>>;

/**
 * Starts the server. It trusts proxies, so that callers can send from many addresses and never reach a limit per
 * address.
 */
export async function startTemporaryServer({ buildPages }: { buildPages?: BuildPages } = {}): Promise<TemporaryServer> {
  installZodMessages();
  const folder = mkdtempSync(join(tmpdir(), 'deckle-calls-'));
  const starting = startEmbeddedPostgres(join(folder, 'postgres'));
  const cleanUp = async () => {
    const started = await starting.catch(() => null);
    await started?.stop();
    for (const directory of [folder, started?.directory ?? folder]) rmSync(directory, { recursive: true, force: true });
  };
  const endOnSignal = (signal: 'SIGINT' | 'SIGTERM') =>
    void cleanUp().finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of SIGNALS) process.once(signal, endOnSignal);
  const postgres = await starting;
  const databaseUrl = postgres.url('postgres');
  await migrate(databaseUrl);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DECKLE_DATA_DIR: folder,
    DECKLE_DEMO: '1',
    APP_SECRET: 'test secret of sufficient length',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  });
  const built = await buildDeps(config, { databaseUrl, clock: settableClock(), log: createLog('silent') });
  registerJobs(built.deps);
  await built.deps.queue.open();
  await seedDemo({ ...built.deps, stripe: built.deps.stripe.api });
  await initializeSchedule(built.deps);
  const web = await buildPages?.(built.deps);
  server.on('request', createApp(built.deps, web ? { web } : {}));
  return {
    base: `http://127.0.0.1:${port}`,
    names: await namesIn(built.deps),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await built.close();
      await cleanUp();
      for (const signal of SIGNALS) process.off(signal, endOnSignal);
    },
  };
}

/** Values of named path parameters, such as discount codes and tokens from emails. */
export async function namesIn({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Record<string, string>> {
  const reader = await db.reader.findFirstOrThrow({ where: { status: 'active' }, orderBy: { id: 'asc' } });
  const book = await db.book.findFirstOrThrow({ where: { asin: { startsWith: 'B0DEMO' } } });
  const discount = await db.discount.findFirstOrThrow();
  const tag = await db.tag.findFirstOrThrow();
  const partner = await db.partner.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const note = await db.internalNote.findFirstOrThrow({ orderBy: { id: 'asc' } });
  const newsletter = await db.newsletter.findFirstOrThrow({ where: { kind: 'daily', status: 'sent' } });
  return {
    date: toIsoDate(newsletter.newsletter_date),
    kind: 'reminder',
    partner_id: String(note.partner_id),
    note_id: String(note.id),
    partner_token: partnerUnsubscribeToken(config.appSecret, 'reminder', partner.id),
    uuid: reader.uuid,
    asin: book.asin!,
    code: discount.code,
    entity: 'tags',
    record: String(tag.id),
    action: 'merge',
    reader_id: String(reader.id),
    token: mailKeys(config.appSecret, { newsletter_id: 1, id: reader.id }).unsubscribe,
  };
}
