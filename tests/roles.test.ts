/** Two web processes and a worker, started at the same time on one empty database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type SandboxStripe, startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from './cluster.ts';

// Long, because processes are started while other tests are running.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const DATABASE_NAME = `roles_${process.pid}`;
const START_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'deckle-roles-'));
const databaseUrl = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${DATABASE_NAME}` }).toString();
let stripe: SandboxStripe;
let web: ChildServer[];
let worker: ChildServer;
let database: pg.Client;

beforeAll(async () => {
  await runOnPostgres(`create database ${DATABASE_NAME}`);
  const journalFile = join(folder, 'journal.jsonl');
  const webhookPort = await freePort();
  const webhook = { url: () => `http://127.0.0.1:${webhookPort}/api/v1/stripe/webhook`, secret: 'whsec_sandbox' };
  stripe = await startSandboxStripe({ journalFile, now: () => new Date('2026-12-01T15:00:00Z'), webhook });
  const started = await Promise.all([start('web', webhookPort), start('web'), start('worker')]);
  web = started.slice(0, 2);
  worker = started[2];
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await Promise.all([...(web ?? []), worker].map((child) => child?.kill()));
  await database?.end();
  await stripe?.close();
  await runOnPostgres(`drop database ${DATABASE_NAME} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const start = async (role: string, port?: number, failpoints = '') => {
  const env = { ROLE: role, DECKLE_DEMO: '1' };
  return startChildServer({ databaseUrl, dataDir: folder, stripe, port: port ?? (await freePort()), failpoints, env });
};

async function runOnPostgres(sql: string) {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const queryNumber = async (sql: string) => Number(Object.values((await database.query(sql)).rows[0])[0]);
const statusOf = async ({ url }: ChildServer, path: string) => (await fetch(url + path)).status;
const mailJobMetrics = async ({ url }: ChildServer) =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('deckle_jobs_total{job="mail.'));
const post = ({ url }: ChildServer, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('an empty database', () => {
  it('is migrated and filled once', async () => {
    expect(await queryNumber('select count(*) - count(distinct migration_name) from _prisma_migrations')).toBe(0);
    expect(await queryNumber('select count(*) from _prisma_migrations where finished_at is null')).toBe(0);
    expect(await queryNumber(`select count(*) from partners where uid = 'partner@deckle.test'`)).toBe(1);
    expect(await queryNumber('select count(*) from addons')).toBe(1);
    expect(
      (await queryNumber('select count(*) from invoices')) - (await queryNumber('select last from invoice_counters')),
    ).toBe(0);
  });

  it("gets the reference data that a killed process didn't add", async () => {
    const sites = await queryNumber("select count(*) from promotion_sites where name not like '%(fictitious)'");
    await database.query('delete from promotion_site_reviews; delete from promotion_sites');
    const restarted = await start('web');
    await restarted.kill();
    expect(await queryNumber('select count(*) from promotion_sites')).toBe(sites);
    expect(sites).toBeGreaterThan(0);
  });
});

describe('the roles', () => {
  it('limit the worker to health checks and metrics', async () => {
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => statusOf(worker, path)))).toEqual([
      200, 200, 200,
    ]);
    expect(
      await Promise.all(['/', '/api/v1/books', '/dev', '/ebook-deals'].map((path) => statusOf(worker, path))),
    ).toEqual([404, 404, 404, 404]);
  });

  it('leave each email to the worker, which sends it once', async () => {
    const emails = ['ada', 'bea', 'cy', 'dee'].map((name) => `${name}.roles@example.test`);
    const sent = emails.map((email, i) => post(web[i % 2]!, '/api/v1/readers', { email, category_ids: [1] }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const countCaptured = `select count(*) from captured_mails where "to" like '%.roles@example.test'`;
    await expect.poll(() => queryNumber(countCaptured), { timeout: 30_000 }).toBe(4);
    expect(await queryNumber(`select sum(attempts) from mails where "to" like '%.roles@example.test'`)).toBe(4);
    // The worker's list may be longer, because another email of the demo may be due at this hour.
    await expect
      .poll(() => mailJobMetrics(worker), { timeout: 10_000 })
      .toContain('deckle_jobs_total{job="mail.deliver_security",outcome="done"} 4');
    expect(await Promise.all(web.map(mailJobMetrics))).toEqual([[], []]);
  });
});

it('counts sign-in attempts exactly across processes', async () => {
  const guess = (i: number) =>
    post(web[i % 2]!, '/api/v1/partner-auth/sign_in', { email: 'partner@deckle.test', password: `wrong guess ${i}` });
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(i)));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
});

it('shows a change in every process once the page has been cached for 30 seconds', async () => {
  const { rows } = await database.query<{ id: number; slug: string }>(
    `select id, slug from books where status = 'active' order by id limit 1`,
  );
  const path = `/books/${rows[0]!.id}/${rows[0]!.slug}`;
  const readTitle = async ({ url }: ChildServer) =>
    /<h1[^>]*>([^<]*)/.exec(await (await fetch(url + path)).text())?.[1];
  const [before] = await Promise.all(web.map(readTitle));
  expect(before).toBeTruthy();
  await database.query('update books set title = $1 where id = $2', ['The Changed Title', rows[0]!.id]);
  expect(await Promise.all(web.map(readTitle))).toEqual([before, before]);
  for (const child of web) {
    const { now } = (await (await fetch(`${child.url}/dev/clock`)).json()) as { now: string };
    const later = new Date(new Date(now).getTime() + 31_000).toISOString();
    expect((await post(child, '/dev/clock', { now: later })).status).toBe(200);
  }
  expect(await Promise.all(web.map(readTitle))).toEqual(['The Changed Title', 'The Changed Title']);
});

it('refuses to run as one of several processes with its own fake Stripe', () => {
  const environment = { ROLE: 'web', DATABASE_URL: databaseUrl, DECKLE_SANDBOX: '1' };
  expect(() => readConfig(environment)).toThrow('ROLE=web needs STRIPE_SECRET_KEY');
  expect(readConfig({ ...environment, ROLE: 'all' }).ROLE).toBe('all');
});

it('sends an email within a minute when the worker that claimed it was killed', async () => {
  await worker.kill();
  worker = await start('worker', undefined, 'mail.hand_over.before=hang');
  const email = 'left-behind@example.test';
  await post(web[0]!, '/api/v1/readers', { email, category_ids: [1] });
  await expect
    .poll(() => queryNumber(`select attempts from mails where "to" = '${email}'`), { timeout: 30_000 })
    .toBe(1);
  await worker.kill();
  worker = await start('worker');
  const countCaptured = `select count(*) from captured_mails where "to" = '${email}'`;
  await expect.poll(() => queryNumber(countCaptured), { timeout: 60_000 }).toBe(1);
}, 240_000);
