import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import { TOP_SPOT_TAKEN } from '#shared/addons.ts';
import { readConfig } from '../config.ts';
import { conflict } from '../errors.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { errorHandler } from './error-handler.ts';
import { countRequests, metricsRoutes } from './metrics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Reads the response of /metrics as {'name{labels}': value}. */
async function readMetrics(url = server.url): Promise<Record<string, number>> {
  const { text } = await supertest(url).get('/metrics').expect(200);
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

it('counts requests by route pattern, even if the handler throws', async () => {
  await supertest(server.url).get('/api/v1/categories/1').expect(200);
  await supertest(server.url).get('/api/v1/categories/2').expect(200);
  await supertest(server.url).get('/api/v1/categories/999999').expect(404);
  await supertest(server.url).get('/api/v1/nowhere/999999').expect(404);
  const metrics = await readMetrics();
  expect(metrics['deckle_http_requests_total{method="GET",route="/categories/:id",status="200"}']).toBe(2);
  expect(metrics['deckle_http_requests_total{method="GET",route="/categories/:id",status="404"}']).toBe(1);
  expect(metrics['deckle_http_requests_total{method="GET",route="none",status="404"}']).toBe(1);
  expect(metrics['deckle_http_request_seconds_count{route="/categories/:id"}']).toBe(3);
});

it('reports queued jobs, failed daily jobs, and AI spending, and counts finished jobs', async () => {
  const { pool, now } = server.deps;
  const before = await readMetrics();
  expect(before.deckle_ai_spent_cents).toBe(0);
  expect(before.deckle_queue_waiting).toBe(0);
  await server.deps.db.$transaction((tx) => server.deps.queue.send(tx, 'mail.deliver', { id: 0 }));
  await pool.query(`insert into ai_budgets (date, limit_cents, spent_cents) values ('2026-12-01', 200, 12.5)`);
  await pool.query(
    `insert into job_runs (job, business_date, started_at, failure) values ('t', '2026-12-01', $1, 'no')`,
    [now()],
  );
  const after = await readMetrics();
  expect(after.deckle_queue_waiting).toBe(1);
  expect(after.deckle_queue_oldest_seconds).toBeGreaterThanOrEqual(0);
  expect(after.deckle_ai_spent_cents).toBe(12.5);
  expect(after.deckle_daily_jobs_failed).toBe(1);
  expect(after.deckle_charges_unknown).toBe(0);
  expect(after.deckle_mails_in_doubt).toBe(0);
  await server.deps.queue.drain();
  const jobs = Object.entries(await readMetrics()).filter(([name]) =>
    name.startsWith('deckle_jobs_total{job="mail.deliver"'),
  );
  expect(jobs.map(([, count]) => count)).toEqual([1]);
});

it('reports a number for every gauge without labels', async () => {
  const gauges = Object.entries(await readMetrics()).filter(([name]) => /^deckle_[a-z_]+$/.test(name));
  expect(gauges.length).toBeGreaterThanOrEqual(11);
  expect(gauges.filter(([, value]) => Number.isNaN(value))).toEqual([]);
});

/** An app with one route and the metrics of a server with this configuration. */
function appWith(env: Record<string, string>) {
  const metrics = createMetrics();
  const production = {
    DATABASE_URL: 'postgresql://none',
    APP_URL: 'https://deckle.example',
    APP_SECRET: 'x'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    SMTP_URL: 'smtp://none',
    ...OPERATOR,
  };
  const app = express().use(countRequests(metrics));
  app.use(metricsRoutes({ metrics, config: readConfig({ ...production, ...env }) }));
  app.post('/promotions', () => {
    throw conflict(TOP_SPOT_TAKEN);
  });
  return app.use(errorHandler(createLog('silent')));
}

it('answers 404 outside the demo if no token is configured', async () => {
  await supertest(appWith({})).get('/metrics').expect(404);
});

it('accepts only the configured token', async () => {
  const app = appWith({ METRICS_TOKEN: 'let-me-read' });
  await supertest(app).get('/metrics').expect(404);
  await supertest(app).get('/metrics').set('authorization', 'Bearer let-me-in').expect(404);
  const { text } = await supertest(app).get('/metrics').set('authorization', 'Bearer let-me-read').expect(200);
  expect(text).toContain('process_resident_memory_bytes');
});

it('counts refusals because the top spot is taken', async () => {
  const app = appWith({ METRICS_TOKEN: 't' });
  await supertest(app).post('/promotions').expect(409);
  const { text } = await supertest(app).get('/metrics').set('authorization', 'Bearer t');
  expect(text).toContain('deckle_slot_conflicts_total{slot="top_taken"} 1');
});
